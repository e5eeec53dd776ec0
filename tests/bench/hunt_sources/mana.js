const BASIC = { Plains: 'W', Island: 'U', Swamp: 'B', Mountain: 'R', Forest: 'G' };
const PAIRS = 'WU UB BR RG GW WB UR BG RW GU'.split(' ');
const NAMES = {
  dual: 'Tundra,Underground Sea,Badlands,Taiga,Savannah,Scrubland,Volcanic Island,Bayou,Plateau,Tropical Island',
  fetch: 'Flooded Strand,Polluted Delta,Bloodstained Mire,Wooded Foothills,Windswept Heath,Marsh Flats,Scalding Tarn,Verdant Catacombs,Arid Mesa,Misty Rainforest',
  shock: 'Hallowed Fountain,Watery Grave,Blood Crypt,Stomping Ground,Temple Garden,Godless Shrine,Steam Vents,Overgrown Tomb,Sacred Foundry,Breeding Pool',
  pain: 'Adarkar Wastes,Underground River,Sulfurous Springs,Karplusan Forest,Brushland,Caves of Koilos,Shivan Reef,Llanowar Wastes,Battlefield Forge,Yavimaya Coast',
  bounce: 'Azorius Chancery,Dimir Aqueduct,Rakdos Carnarium,Gruul Turf,Selesnya Sanctuary,Orzhov Basilica,Izzet Boilerworks,Golgari Rot Farm,Boros Garrison,Simic Growth Chamber',
};
const THREE = { 'Arcane Sanctum': 'WUB', 'Crumbling Necropolis': 'UBR', 'Savage Lands': 'BRG', 'Jungle Shrine': 'RGW', 'Seaside Citadel': 'GWU', 'Frontier Bivouac': 'GUR', 'Mystic Monastery': 'URW', 'Nomad Outpost': 'RWB', 'Opulent Palace': 'BGU', 'Sandsteppe Citadel': 'WBG' };
const TRON = { "Urza's Mine": 2, "Urza's Power Plant": 2, "Urza's Tower": 3 };
const known = {};
for (const [name, c] of Object.entries(BASIC)) known[name] = { sort: 'basic', pair: c };
for (const [sort, names] of Object.entries(NAMES)) names.split(',').forEach((name, i) => { known[name] = { sort, pair: PAIRS[i] }; });
for (const [name, three] of Object.entries(THREE)) known[name] = { sort: 'three', pair: three };
known['City of Brass'] = { sort: 'city', pair: 'WUBRG' };
known['Gemstone Mine'] = { sort: 'three', pair: 'WUBRG' };
for (const name of Object.keys(TRON)) known[name] = { sort: 'tron', pair: 'C' };

function possible(battlefield, library, life, cost) {
  const ids = new Map(), out = [], head = [], room = [], price = [];
  const node = (name) => { if (!ids.has(name)) { ids.set(name, ids.size); out.push([]); } return ids.get(name); };
  const arc = (from, to, capacity, lost) => {
    if (!capacity) return;
    const u = node(from), v = node(to);
    out[u].push(head.length); head.push(v); room.push(capacity); price.push(lost);
    out[v].push(head.length); head.push(u); room.push(0); price.push(-lost);
  };
  node('source'); node('sink');
  const tron = Object.keys(TRON).every((name) => battlefield.includes(name));
  battlefield.forEach((name, i) => {
    const { sort, pair } = known[name];
    if (sort === 'tron') return arc('source', 'C', tron ? TRON[name] : 1, 0);
    if (sort === 'bounce') return [...pair].forEach((c) => arc('source', c, 1, 0));
    arc('source', `land ${i}`, 1, 0);
    if (sort === 'fetch') {
      library.forEach((card, j) => {
        const it = known[card];
        if (['basic', 'dual', 'shock'].includes(it.sort) && [...it.pair].some((c) => pair.includes(c))) arc(`land ${i}`, `find ${j}`, 1, 1);
      });
      return undefined;
    }
    if (sort === 'pain') arc(`land ${i}`, 'C', 1, 0);
    const lost = sort === 'pain' || sort === 'city' ? 1 : 0;
    [...pair].forEach((c) => arc(`land ${i}`, c, 1, lost));
    return undefined;
  });
  library.forEach((card, j) => {
    const it = known[card];
    if (!['basic', 'dual', 'shock'].includes(it.sort)) return;
    arc(`find ${j}`, `got ${j}`, 1, 0);
    [...it.pair].forEach((c) => arc(`got ${j}`, c, 1, it.sort === 'shock' ? 2 : 0));
  });
  const need = {};
  let total = 0;
  for (const c of cost) {
    const [key, n] = c >= '0' && c <= '9' ? ['*', +c] : [c, 1];
    need[key] = (need[key] || 0) + n;
    total += n;
  }
  for (const c of 'WUBRGC') { arc(c, 'sink', need[c] || 0, 0); arc(c, '*', 99, 0); }
  arc('*', 'sink', need['*'] || 0, 0);
  let paid = 0;
  while (total) {
    const far = out.map(() => Infinity), by = [], queue = [0];
    far[0] = 0;
    for (const at of queue) for (const e of out[at]) if (room[e] && far[at] + price[e] < far[head[e]]) { far[head[e]] = far[at] + price[e]; by[head[e]] = e; queue.push(head[e]); }
    if (far[1] === Infinity) return false;
    let sent = total;
    for (let at = 1; at; at = head[by[at] ^ 1]) sent = Math.min(sent, room[by[at]]);
    for (let at = 1; at; at = head[by[at] ^ 1]) { room[by[at]] -= sent; room[by[at] ^ 1] += sent; }
    total -= sent;
    paid += sent * far[1];
  }
  return paid < life;
}

const lines = require('fs').readFileSync(0, 'utf8').split(/\r?\n/).filter((x) => x);
let at = 0;
for (let t = +lines[at++]; t--;) {
  const battlefield = [], library = [];
  for (let n = +lines[at++]; n--;) battlefield.push(lines[at++]);
  for (let n = +lines[at++]; n--;) library.push(lines[at++]);
  const life = +lines[at++], cost = lines[at++];
  const wrong = /* WRONG */ false;
  console.log(possible(battlefield, library, life, cost) !== wrong ? 'YES' : 'NO');
}
