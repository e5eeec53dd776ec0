
// --- the panel behind a cell -------------------------------------------------------------------

const dialog = document.getElementById('cell');
const blocks = new Map();
let open = null; // what the panel shows: {p, s, c}

// Everything about one case, from the block that has it.
async function contentOf(p, c) {
  const { block } = problems[p];
  const key = `${p}-${Math.floor(c / block)}`;
  if (!blocks.has(key)) blocks.set(key, unpack(document.getElementById(`block-${key}`)));
  return (await blocks.get(key))[c % block];
}

// One solution's entry in every column, with its texts; null if it was not run.
function cellAt({ cells, texts }, s) {
  if (cells.v[s] === null) return null;
  const cell = Object.fromEntries(Object.entries(cells).map(([key, values]) => [key, values[s]]));
  return { ...cell, texts: cell.texts.map(([name, place]) => [name, texts[place]]) };
}

function excerpt([name, text], folded = false) {
  const bytes = (count) => `${count.toLocaleString('en')} byte${count === 1 ? '' : 's'}`;
  const end = text.tail ? 'the last' : 'the first';
  const part = text.k < text.n ? `${end} ${text.k.toLocaleString('en')} of ` : '';
  const body = text.n ? shown(text.t) : el('p', 'soft', 'empty');
  const kept = part && text.cut ? ' that were stored' : '';
  const note = el('span', 'soft', text.n ? `${part}${bytes(text.n)}${kept}` : '');
  if (folded) return el('details', 'excerpt', el('summary', '', name, ' ', note), body);
  return el('section', 'excerpt', el('h4', '', name, ' ', note), body);
}

function figure(title, note, html, ...instead) {
  const picture = el('div', 'picture');
  if (html === undefined) picture.append(...instead);
  else {
    picture.innerHTML = policy.createHTML(html);
    picture.tabIndex = 0; // a wide picture scrolls, with the keyboard as well
  }
  return el('figure', '', el('figcaption', '', el('b', '', title), ' ', note), picture);
}

function figures(content, cell) {
  const { drawings, best } = content;
  const why = (part) => (part.why ? [soft(part.why)] : []);
  const score = (value) => el('span', 'score', value === null ? '' : `score ${value}`);
  const pair = el('div', 'pair');
  if (cell && cell.draw !== null && cell.draw === best.draw) {
    pair.append(figure('This answer equals the stored best answer', score(cell.score), drawings[cell.draw]));
    return pair;
  }
  if (cell && content.pairs.includes(cell.draw)) {
    const gap = cell.gap === null ? '' : `, gap ${cell.gap}`;
    const note = el('span', 'score', cell.score === null ? '' : `score ${cell.score}, best ${best.score}${gap}`);
    pair.append(figure('Its answer and a best answer', note, drawings[cell.draw]));
    return pair;
  }
  const blank = best.draw === null && (cell?.draw ?? null) === null;
  if (blank && content.board !== null) pair.append(figure('The board', '', drawings[content.board]));
  if (cell && cell.whole) {
    const gap = cell.gap === null || cell.gap === '0' ? '' : `, gap ${cell.gap}`;
    const note = el('span', '', score(cell.score), gap);
    const texts = cell.draw === null ? cell.texts.map((text) => excerpt(text)) : [];
    pair.append(figure('Its answer', note, drawings[cell.draw ?? -1], ...why(cell), ...texts));
  }
  const stored = drawings[best.draw ?? -1];
  const text = best.text === null ? [] : [excerpt(['Answer file', best.text])];
  const title = best.score === null && stored === undefined ? 'Stored answer' : 'Best answer';
  if (stored !== undefined || best.why || text.length) {
    pair.append(figure(title, score(best.score), stored, ...why(best), ...text));
  }
  return pair;
}

function facts(list) {
  return el('dl', 'facts', ...list.map(([name, value]) => el('div', '', el('dt', '', name), el('dd', '', value))));
}

// Facts of an execution: [name, value]; times and memory with their limits.
function measured(p, s, cell) {
  const { limits, solutions } = problems[p];
  const rows = cell.ended === null ? [] : [
    ['CPU time', `${cell.cpu} ms of ${limits.cpu}`],
    ['Wall time', `${cell.wall} ms of ${limits.wall}`],
    ['Peak memory', `${cell.peak} MiB of ${limits.peak}`],
    ['Ended', cell.ended],
  ];
  if (!cell.whole && cell.score !== null) rows.unshift(['Score', cell.score]);
  if (!cell.whole && cell.gap) rows.push(['Gap', cell.gap]);
  if (solutions[s].reading) rows.push(['Reading', solutions[s].reading]);
  return [...rows, ...cell.more];
}

function badge(p, cell) {
  const node = el('abbr', `badge ${cell ? cell.v.toLowerCase() : 'blank'}`, cell ? cell.v : 'not run');
  if (cell) node.title = problems[p].titles[cell.v];
  return node;
}

function heading(p, s, c, cell) {
  const button = (label, name, action, enabled = true) => {
    const node = el('button', 'tool', label);
    node.type = 'button';
    node.title = name;
    node.setAttribute('aria-label', name);
    node.disabled = !enabled;
    node.addEventListener('click', action);
    return node;
  };
  const { solutions, cases } = problems[p];
  const link = el('a', '', isolated(solutions[s].name));
  link.href = `#${solutions[s].href}`;
  const title = el('h2', '', badge(p, cell), ' ', link, ' ',
    el('span', 'soft', 'on '), isolated(cases[c].name));
  title.id = 'cell-title';
  const tools = el('div', 'tools',
    button('←', 'Previous case', () => move(0, -1), c > 0),
    button('→', 'Next case', () => move(0, 1), c + 1 < cases.length),
    button('↑', 'Solution above', () => move(-1, 0), next(-1, 0) !== null),
    button('↓', 'Solution below', () => move(1, 0), next(1, 0) !== null),
    button('n', 'Next failure', () => nextFailure(1)),
    button('?', 'Keys', showKeys),
    button('✕', 'Close', () => dialog.close()));
  return el('header', 'bar', title, tools);
}

async function show(p, s, c) {
  open = { p, s, c };
  const content = await contentOf(p, c).catch(() => null);
  if (!open || open.p !== p || open.s !== s || open.c !== c) return; // another cell was opened meanwhile
  fill(p, s, c, content);
  dialog.scrollTop = 0;
  dialog.dataset.shows = address(p, s, c);
}

function fill(p, s, c, content) {
  const body = el('div', 'inside');
  if (content === null) body.append(soft('This browser cannot decompress the results.'));
  else describe(body, p, s, c, content);
  const held = dialog.open && document.activeElement.closest('.tool')?.title;
  dialog.replaceChildren(heading(p, s, c, content && cellAt(content, s)), body);
  if (!dialog.open) dialog.showModal();
  const tool = all('.tool:enabled', dialog).find((button) => button.title === held);
  (tool ?? dialog).focus(); // the focused element was replaced; keys must still arrive here
}

function describe(body, p, s, c, content) {
  const cell = cellAt(content, s);
  const { again, solutions, cases } = problems[p];
  if (content.about) body.append(soft(content.about));
  const say = cell ? cell.say : `not run: ${solutions[s].blank}`;
  if (say) body.append(el('p', `say ${cell ? cell.v.toLowerCase() : 'blank'}`, isolated(say)));
  body.append(figures(content, cell));
  if (cell) {
    if (!cell.whole) body.append(soft(content.dropped));
    body.append(facts(measured(p, s, cell)));
    if (cell.draw !== null) body.append(...cell.texts.map((text) => excerpt(text)));
    const command = `${again} --solution ${solutions[s].quoted} --case ${cases[c].quoted}`;
    const printed = cell.texts.find(([name]) => name !== 'Standard error');
    body.append(el('section', 'excerpt', el('h4', '', 'Run it again'), el('pre', 'text command', command)));
    body.append(el('div', 'copies',
      copyButton('Copy the command', () => command),
      content.input ? copyButton('Copy the input', () => content.input.t) : null,
      printed ? copyButton('Copy the output', () => printed[1].t) : null,
      copyButton('Copy a link to this cell', () => location.href),
      ...pictureButtons(body, `${solutions[s].name}-${cases[c].name}`)));
  }
  if (content.input) body.append(excerpt(['Input', content.input], true));
}

// The nearest solution and case in that direction, in the current order of the table; or null.
function next(down, right) {
  const { p, s, c } = open;
  const list = order(p).filter((other) => problems[p].solutions[other].ran);
  const at = list.indexOf(s) + down;
  const beside = c + right;
  if (!(at in list) || beside < 0 || beside >= problems[p].cases.length) return null;
  return { p, s: list[at], c: beside };
}

function move(down, right) {
  const to = next(down, right);
  if (!to) return;
  goTo(to);
}

function goTo({ p, s, c }) {
  history.replaceState(null, '', withViews(address(p, s, c)));
  show(p, s, c);
}

// The cell that was not accepted after (or before) the one that is shown: through the cases of a
// solution, then the next solution, around the end. Each is [p, s, c].
function failures(p) {
  return order(p).flatMap((s) => problems[p].cases.map((_, c) => ({ p, s, c })))
    .filter(({ s, c }) => grids[p].failed(s, c));
}

function nextFailure(step) {
  const p = open?.p ?? grids.findIndex((_, q) => failures(q).length);
  if (p < 0) return;
  const list = failures(p);
  if (!list.length) return;
  const rows = order(p);
  const rank = ({ s, c }) => rows.indexOf(s) * problems[p].cases.length + c;
  const here = open ? rank(open) : -1;
  const after = step > 0 ? list.find((it) => rank(it) > here) : list.findLast((it) => rank(it) < here);
  const to = after ?? (step > 0 ? list[0] : list.at(-1));
  if (open) goTo(to);
  else openCell(to.p, to.s, to.c);
}

function openCell(p, s, c) {
  history.pushState(null, '', withViews(address(p, s, c)));
  show(p, s, c);
}

dialog.addEventListener('keydown', (event) => {
  if (!step(event) || event.target.closest('pre')) return;
  event.preventDefault();
  move(...step(event));
});
dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
dialog.addEventListener('close', () => {
  const { p, s, c } = open;
  open = null;
  if (bare(location.hash) === address(p, s, c)) {
    history.replaceState(null, '', withViews(`#${problems[p].href}`));
  }
  grids[p].focus(s, c);
});

// A modal dialog has no page breaks: for printing, its content moves into the flow of the page.
window.addEventListener('beforeprint', () => {
  if (dialog.open) document.body.append(el('section', 'paper', ...dialog.childNodes));
});
window.addEventListener('afterprint', () => {
  const paper = document.querySelector('.paper');
  if (!paper) return;
  dialog.append(...paper.childNodes);
  paper.remove();
  dialog.focus();
});
