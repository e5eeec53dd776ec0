.mode list
.separator ~
create table line(t);
.import /dev/stdin line
with recursive
a as (select key j, value ->> 0 p, value ->> 1 q from json_each((select t from line where rowid = 1))),
d as (select key i, value ->> 0 p, value ->> 1 q from json_each((select t from line where rowid = 2))),
n(n) as (select count(*) from d),
block(i, b) as (
  select 0, json_array()
  union all
  select i + 1, json_insert(b, '$[#]', j) from block, (select j from a union all select -1), n where i < n
),
mask(s) as (select 0 union all select s + 1 from mask, n where s + 1 < 1 << n),
hit(s, cost, loss) as (select s, total(q), total(p + q) from mask left join d on s >> i & 1 group by s),
gang(b, j, p, q, s, force) as (
  select b, j, a.p, a.q, sum(case when d.i is null then 0 else 1 << d.i end), total(d.p)
  from block cross join n cross join a left join d on json_extract(b, '$[' || d.i || ']') = j
  where block.i = n group by b, j
),
part(b, score) as (
  select b, case when s = 0 then -p else
    (force >= q) * 2 * (p + q) - 2 * (select max(loss) from hit where hit.s & ~gang.s = 0 and cost <= p) end
  from gang
),
best(b) as (select b from part group by b order by sum(score) desc limit 1)
select json_array(key, value) from best, json_each(b) where value >= 0;
