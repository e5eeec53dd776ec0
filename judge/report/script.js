'use strict';
// Sorting, filtering, and the panel behind a cell. Everything a solution had a hand in becomes a
// text node; only a plug-in's drawings are parsed as HTML, through the one policy below.
(() => {
  const policy = window.trustedTypes
    ? window.trustedTypes.createPolicy('judge-drawing', { createHTML: (html) => html })
    : { createHTML: (html) => html };
  const problems = JSON.parse(document.getElementById('index').textContent);
  const dialog = document.getElementById('cell');
  const packs = new Map();
  let open = null; // what the panel shows: {p, s, c}
  let from = null; // the table cell to which focus returns

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const el = (tag, name, ...children) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.append(...children.filter((child) => child !== null));
    return node;
  };
  const section = (p) => document.querySelector(`.problem[data-p="${p}"]`);
  const rows = (p) => all('.grid tbody tr', section(p));
  const rowOf = (p, s) => section(p).querySelector(`.grid tr[data-s="${s}"]`);
  const cellOf = (p, s, c) => rowOf(p, s)?.querySelectorAll('td:not(.all)')[c] ?? null;

  // --- sorting and filtering -------------------------------------------------------------------

  function compare(kind, a, b) {
    if (a === b) return 0;
    if (a === '' || b === '') return a === '' ? 2 : -2; // what has no value stays last
    return kind === 'number' ? Number(a) - Number(b) : a.localeCompare(b, 'en', { numeric: true });
  }

  function sort(board, head, column) {
    const down = head.getAttribute('aria-sort') === 'ascending';
    const value = (row) => row.cells[column].dataset.v;
    const body = board.tBodies[0];
    const sorted = [...body.rows].sort((a, b) => {
      const order = compare(head.dataset.sort, value(a), value(b));
      return down && value(a) !== '' && value(b) !== '' ? -order : order;
    });
    all('th[aria-sort]', board.tHead).forEach((th) => th.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    body.append(...sorted);
    const p = board.closest('.problem').dataset.p;
    const grid = section(p).querySelector('.grid tbody');
    grid.append(...sorted.map((row) => rowOf(p, row.dataset.s)));
  }

  function makeSortable(board) {
    all('th', board.tHead).forEach((head, column) => {
      const button = el('button', '', ...head.childNodes);
      button.type = 'button';
      button.addEventListener('click', () => sort(board, head, column));
      head.append(button);
    });
  }

  function makeFilter(part) {
    const input = part.querySelector('.filter input');
    const said = part.querySelector('.filter output');
    const texts = new Map(
      all('.board tbody tr', part).map((row) => [row.dataset.s, row.textContent.toLowerCase()]),
    );
    input.closest('.filter').hidden = false;
    input.addEventListener('input', () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const kept = new Set();
      texts.forEach((text, s) => words.every((word) => text.includes(word)) && kept.add(s));
      all('tbody tr[data-s], details[data-s]', part).forEach((node) => {
        node.hidden = !kept.has(node.dataset.s);
      });
      said.textContent = words.length ? `${kept.size} of ${texts.size}` : '';
    });
  }

  // --- the panel -------------------------------------------------------------------------------

  function pack(p, c) {
    const key = `${p}-${c}`;
    if (!packs.has(key)) {
      const text = document.getElementById(`pack-${key}`).content.textContent;
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
      packs.set(key, new Response(plain).json());
    }
    return packs.get(key);
  }

  const UNSEEN = /[\p{C}\p{Z}]/u;
  const CONTROLS = ('NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI '
    + 'DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US').split(' ');
  const VISIBLE = { ' ': '·', '\n': '↵', '\t': '⇥' };

  function mark(letter) {
    if (letter in VISIBLE) return VISIBLE[letter];
    const code = letter.codePointAt(0);
    const hex = (number, width) => number.toString(16).toUpperCase().padStart(width, '0');
    if (code < CONTROLS.length) return `⟨${CONTROLS[code]}⟩`;
    if (code >= 0xdc80 && code <= 0xdcff) return `⟨0x${hex(code - 0xdc00, 2)}⟩`; // not UTF-8
    return `⟨U+${hex(code, 4)}⟩`;
  }

  // Text with a mark for each character that can't be seen, marks of a kind in one element.
  function shown(text) {
    const pre = el('pre', 'text');
    pre.tabIndex = 0;
    let seen = '';
    let marks = '';
    const flush = () => {
      if (seen) pre.append(seen);
      if (marks) pre.append(el('span', 'mark', marks));
      seen = marks = '';
    };
    for (const letter of text) {
      if (UNSEEN.test(letter)) {
        if (seen) flush();
        marks += mark(letter);
        if (letter === '\n') { flush(); seen = '\n'; }
      } else {
        if (marks) flush();
        seen += letter;
      }
    }
    flush();
    return pre;
  }

  function excerpt([name, text], folded = false) {
    const bytes = (count) => `${count.toLocaleString('en')} byte${count === 1 ? '' : 's'}`;
    const part = text.k < text.n ? `${text.tail ? 'the last' : 'the first'} ${bytes(text.k)} of ` : '';
    const body = text.n ? shown(text.t) : el('p', 'soft', 'nothing');
    const note = el('span', 'soft', text.n ? `${part}${bytes(text.n)}` : '');
    if (folded) return el('details', 'excerpt', el('summary', '', name, ' ', note), body);
    return el('section', 'excerpt', el('h4', '', name, ' ', note), body);
  }

  function figure(title, note, html, ...instead) {
    const picture = el('div', 'picture');
    if (html === undefined) picture.append(...instead);
    else picture.innerHTML = policy.createHTML(html);
    return el('figure', '', el('figcaption', '', el('b', '', title), ' ', note), picture);
  }

  const soft = (text) => el('p', 'soft', el('bdi', '', text));

  function figures(content, cell) {
    const { drawings, best } = content;
    const score = (value) => el('span', 'score', value === null ? '' : `score ${value}`);
    const pair = el('div', 'pair');
    if (cell && cell.same) {
      pair.append(figure('Their answer, the same as the stored best one', score(cell.score), drawings[cell.draw]));
      return pair;
    }
    const bare = best.draw === null && (cell?.draw ?? null) === null;
    if (bare && content.board !== null) pair.append(figure('The board', '', drawings[content.board]));
    if (cell) {
      const gap = cell.gap === null || cell.gap === '0' ? '' : `, gap ${cell.gap}`;
      const note = el('span', '', score(cell.score), gap);
      const texts = cell.draw === null ? cell.texts.map((text) => excerpt(text)) : [];
      pair.append(figure('Their answer', note, drawings[cell.draw ?? -1], soft(cell.why), ...texts));
    }
    const stored = drawings[best.draw ?? -1];
    pair.append(figure('A best answer', score(best.score), stored, soft(best.why)));
    return pair;
  }

  function facts(list) {
    return el('dl', 'facts', ...list.map(([name, value]) => el('div', '', el('dt', '', name), el('dd', '', value))));
  }

  function badge(cell) {
    const node = el('abbr', `badge ${cell ? cell.v.toLowerCase() : 'blank'}`, cell ? cell.v : 'not run');
    if (cell) node.title = cell.title;
    return node;
  }

  function heading(p, s, c, cell) {
    const isolated = (text) => el('bdi', '', text);
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
    const title = el('h2', '', badge(cell), ' ', isolated(solutions[s].name), ' ',
      el('span', 'soft', 'on '), isolated(cases[c].name));
    title.id = 'cell-title';
    const tools = el('div', 'tools',
      button('←', 'Previous case', () => move(0, -1), c > 0),
      button('→', 'Next case', () => move(0, 1), c + 1 < cases.length),
      button('↑', 'Solution above', () => move(-1, 0), next(-1, 0) !== null),
      button('↓', 'Solution below', () => move(1, 0), next(1, 0) !== null),
      button('✕', 'Close', () => dialog.close()));
    return el('header', 'bar', title, tools);
  }

  async function show(p, s, c) {
    open = { p, s, c };
    const content = await pack(p, c).catch(() => null);
    if (!open || open.p !== p || open.s !== s || open.c !== c) return; // moved on meanwhile
    fill(p, s, c, content);
    dialog.scrollTop = 0;
    dialog.dataset.shows = address(p, s, c);
  }

  function fill(p, s, c, content) {
    const body = el('div', 'inside');
    if (content === null) body.append(soft('This browser cannot unpack the cells.'));
    else describe(body, p, s, content);
    const held = dialog.open && document.activeElement.closest('.tool')?.title;
    dialog.replaceChildren(heading(p, s, c, content?.cells[s]), body);
    if (!dialog.open) dialog.showModal();
    const tool = all('.tool:enabled', dialog).find((button) => button.title === held);
    (tool ?? dialog).focus(); // what had the focus is gone, and keys must still arrive here
  }

  function describe(body, p, s, content) {
    const cell = content.cells[s];
    if (content.about) body.append(soft(content.about));
    const say = cell ? cell.say : `not run: ${problems[p].solutions[s].blank}`;
    if (say) body.append(el('p', `say ${cell ? cell.v.toLowerCase() : 'blank'}`, el('bdi', '', say)));
    body.append(figures(content, cell));
    if (cell) {
      body.append(facts(cell.facts));
      if (cell.draw !== null) body.append(...cell.texts.map((text) => excerpt(text)));
      body.append(el('section', 'excerpt', el('h4', '', 'Run it again'), el('pre', 'text command', cell.again)));
    }
    body.append(excerpt(['Input', content.input], true));
  }

  const address = (p, s, c) => `#${problems[p].solutions[s].href}/${problems[p].cases[c].path}`;

  // The nearest solution and case in that direction, in the order the table now has; or null.
  function next(down, right) {
    const { p, s, c } = open;
    const list = rows(p).filter((row) => !row.hidden && !row.querySelector('td.all'));
    const at = list.findIndex((row) => Number(row.dataset.s) === s) + down;
    const beside = c + right;
    if (!(at in list) || beside < 0 || beside >= problems[p].cases.length) return null;
    return { p, s: Number(list[at].dataset.s), c: beside };
  }

  function move(down, right) {
    const to = next(down, right);
    if (!to) return;
    history.replaceState(null, '', address(to.p, to.s, to.c));
    show(to.p, to.s, to.c);
  }

  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const step = (event) =>
    event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : STEPS[event.key];

  dialog.addEventListener('keydown', (event) => {
    if (!step(event) || event.target.closest('pre')) return;
    event.preventDefault();
    move(...step(event));
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    const { p, s, c } = open;
    open = null;
    if (location.hash === address(p, s, c)) history.replaceState(null, '', `#${problems[p].href}`);
    const cell = cellOf(p, s, c);
    if (cell) focusCell(cell);
  });

  // --- the table of cells ----------------------------------------------------------------------

  function focusCell(cell) {
    if (from) from.tabIndex = -1;
    from = cell;
    cell.tabIndex = 0;
    cell.focus();
  }

  function openCell(cell) {
    const row = cell.closest('tr');
    const p = Number(row.closest('.problem').dataset.p);
    const s = Number(row.dataset.s);
    if (cell.classList.contains('all')) {
      location.hash = problems[p].solutions[s].href;
      return;
    }
    history.pushState(null, '', address(p, s, cell.cellIndex - 1));
    show(p, s, cell.cellIndex - 1);
  }

  function moveFocus(cell, [down, right]) {
    const list = rows(cell.closest('.problem').dataset.p).filter((row) => !row.hidden);
    const row = list[list.indexOf(cell.parentNode) + down];
    const to = row?.cells[Math.min(cell.cellIndex + right, row.cells.length - 1)];
    if (to?.localName !== 'td') return;
    focusCell(to);
    to.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function makeGrid(grid) {
    grid.setAttribute('role', 'grid');
    const first = grid.querySelector('tbody td');
    if (first) first.tabIndex = 0;
    grid.addEventListener('click', (event) => {
      const cell = event.target.closest('tbody td');
      if (cell) openCell(cell);
    });
    grid.addEventListener('keydown', (event) => {
      const cell = event.target.closest('tbody td');
      if (!cell) return;
      if (event.key === 'Enter' || event.key === ' ') openCell(cell);
      else if (step(event)) moveFocus(cell, step(event));
      else return;
      event.preventDefault();
    });
    grid.addEventListener('focusin', (event) => {
      const cell = event.target.closest('tbody td');
      if (!cell || cell === from) return;
      all('td[tabindex="0"]', grid).forEach((other) => { other.tabIndex = -1; });
      cell.tabIndex = 0;
      from = cell;
    });
  }

  // --- addresses -------------------------------------------------------------------------------

  function decoded(text) {
    try { return decodeURIComponent(text); } catch { return null; }
  }

  function follow() {
    const [first, second, ...rest] = location.hash.slice(1).split('/');
    const same = (a, b) => decoded(a) === decoded(b);
    const p = problems.findIndex((problem) => same(problem.href, first));
    const s = p < 0 || second === undefined ? -1
      : problems[p].solutions.findIndex((solution) => same(solution.href, `${first}/${second}`));
    const c = s < 0 ? -1 : problems[p].cases.findIndex((item) => same(item.path, rest.join('/')));
    if (c >= 0) { show(p, s, c); return; }
    if (dialog.open) dialog.close();
    if (s < 0) return;
    const details = section(p).querySelector(`details[data-s="${s}"]`);
    details.open = true;
    details.scrollIntoView();
  }

  all('.board').forEach(makeSortable);
  all('.problem').forEach(makeFilter);
  all('.grid').forEach(makeGrid);
  all('.hint').forEach((hint) => { hint.hidden = false; });
  window.addEventListener('hashchange', follow);
  follow();
})();
