
// --- sources, addresses, and the start ---------------------------------------------------------

async function showSource(details) {
  const template = details.open && details.querySelector('template.source');
  if (!template) return;
  const code = details.querySelector('.code code');
  const html = await unpack(template).catch(() => 'This browser cannot decompress the source.');
  template.remove();
  code.innerHTML = policy.createHTML(html);
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return null; }
}

function follow() {
  const [first, second, ...rest] = bare(location.hash).slice(1).split('/');
  const same = (a, b) => decoded(a) === decoded(b);
  const p = problems.findIndex((problem) => same(problem.href, first));
  const s = p < 0 || second === undefined ? -1
    : problems[p].solutions.findIndex((solution) => same(solution.href, `${first}/${second}`));
  const c = s < 0 ? -1 : problems[p].cases.findIndex((item) => same(item.path, rest.join('/')));
  if (c >= 0) { show(p, s, c); return; }
  if (dialog.open) dialog.close();
  document.getElementById(decoded(location.hash.slice(1)) ?? '')?.scrollIntoView();
  if (s < 0) return;
  const details = section(p).querySelector(`details[data-s="${s}"]`);
  if (details.hidden) unfilter(p);
  details.open = true;
  details.scrollIntoView();
}

all('.problem').forEach((part, p) => {
  const table = part.querySelector('.grid');
  grids.push(table ? makeTable(table, p) : makeMap(part.querySelector('.map'), p));
});
all('.problem').forEach(makeTools);
all('.board').forEach(makeSortable);
all('.problem').forEach(makeFilter);
all('details.solution').forEach((details) =>
  details.addEventListener('toggle', () => showSource(details)));
all('.refutation').forEach(showRefutation);
all('pre.code').forEach((code) => code.before(copyButton('Copy the source', () => sourceOf(code))));
all('.problem').forEach((part) =>
  part.querySelector('.board-head').append(copyButton('Copy as Markdown', () => markdownOf(part))));
all('.hint').forEach((hint) => { hint.hidden = false; });
window.addEventListener('hashchange', follow);
restoreViews();
follow();
