
// --- the leaderboard, and the table of all cells ---------------------------------------------

// One for each problem: {focus(s, c), refresh()}, for a table or a canvas.
const grids = [];

// The smallest widths of a column with letters in its cells, and with the name of its case.
const ROOM = { letters: 28, names: 13 };

function compare(kind, a, b) {
  if (a === b) return 0;
  if (a === '' || b === '') return a === '' ? 2 : -2; // rows without a value stay last
  return kind === 'number' ? Number(a) - Number(b) : a.localeCompare(b, 'en', { numeric: true });
}

// Accepted solutions stay above the others, whatever is sorted; equal rows keep their order.
function sort(board, head, down) {
  const column = head.cellIndex;
  const value = (row) => row.cells[column].dataset.v;
  const accepted = (row) => 'ok' in row.dataset;
  const sorted = [...board.tBodies[0].rows].sort((a, b) => {
    if (accepted(a) !== accepted(b)) return accepted(a) ? -1 : 1;
    const before = compare(head.dataset.sort, value(a), value(b));
    return down && value(a) !== '' && value(b) !== '' ? -before : before;
  });
  all('th[aria-sort]', board.tHead).forEach((th) => th.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  board.tBodies[0].append(...sorted);
  const { p } = board.closest('.problem').dataset;
  grids[p].refresh();
}

// Ranks among the rows that are shown: one more than the number of better ones.
function rank(part) {
  const rows = all('.board tbody tr[data-ok]', part);
  const ranks = rows.filter((row) => !row.hidden)
    .map((row) => Number(row.querySelector('.rank').dataset.v));
  rows.forEach((row) => {
    const cell = row.querySelector('.rank');
    cell.textContent = 1 + ranks.filter((other) => other < Number(cell.dataset.v)).length;
  });
}

function makeSortable(board) {
  all('th', board.tHead).forEach((head) => {
    const button = el('button', '', ...head.childNodes);
    button.type = 'button';
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      sort(board, head, down);
      keepView(board.closest('.problem').dataset.p, { sort: `${down ? '-' : ''}${head.dataset.k}` });
    });
    head.append(button);
  });
}

function makeFilter(part) {
  const box = part.querySelector('.filter');
  const [input, language, verdict] = all('input, select', box);
  const said = box.querySelector('output');
  const texts = new Map(
    all('.board tbody tr', part).map((row) => [row.dataset.s, row.textContent.toLowerCase()]),
  );
  // A column in which all rows agree is left out.
  const matches = (row, name, chosen) => !chosen
    || (row.querySelector(`.${name}`)?.dataset.v ?? chosen) === chosen;
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = new Set(all('.board tbody tr', part)
      .filter((row) => matches(row, 'language', language.value) && matches(row, 'verdict', verdict.value)
        && words.every((word) => texts.get(row.dataset.s).includes(word)))
      .map((row) => row.dataset.s));
    all('tbody tr[data-s], details[data-s]', part).forEach((node) => {
      node.hidden = !kept.has(node.dataset.s);
    });
    all('.scatter a', part).forEach((node) => {
      node.classList.toggle('off', !kept.has(node.dataset.s));
    });
    said.textContent = kept.size === texts.size ? ''
      : kept.size ? `${kept.size} of ${texts.size}` : 'no solution matches';
    part.classList.toggle('emptied', !kept.size);
    rank(part);
    grids[part.dataset.p].refresh();
  };
  box.hidden = false;
  box.addEventListener('input', () => {
    keepView(part.dataset.p, { find: input.value, language: language.value, verdict: verdict.value });
    filter();
  });
  box.addEventListener('submit', (event) => event.preventDefault()); // sent by Enter in the text field
}

function unfilter(p) {
  const box = section(p).querySelector('.filter');
  box.reset();
  box.dispatchEvent(new Event('input'));
}

// The views that the address names.
function restoreViews() {
  readViews();
  problems.forEach((_, p) => {
    const view = views[p];
    const part = section(p);
    const [input, language, verdict] = all('.filter input, .filter select', part);
    [input.value, language.value, verdict.value] = [view.find, view.language, view.verdict];
    if (view.find || language.value || verdict.value) {
      part.querySelector('.filter').dispatchEvent(new Event('input'));
    }
    const down = view.sort.startsWith('-');
    const head = all('.board thead th', part).find((th) => th.dataset.k === view.sort.slice(down));
    if (head) sort(part.querySelector('.board'), head, down);
  });
}

// The cases of the map from left to right, as indices: those that refute most first, or without
// those that refute nobody.
function columnsOf(p) {
  const part = section(p);
  const { cases } = problems[p];
  const chosen = (name) => part.querySelector(`.${name}`).checked;
  const indices = cases.map((_, c) => c);
  const kept = chosen('only-failures') ? indices.filter((c) => cases[c].worth) : indices;
  return chosen('by-worth') ? kept.sort((a, b) => cases[b].worth - cases[a].worth) : kept;
}

// The solutions of the map from top to bottom.
const rowsOf = (p) => order(p).filter((s) => problems[p].solutions[s].v !== 'AC'
  || !section(p).querySelector('.only-failures').checked);

function makeTools(part) {
  const { p } = part.dataset;
  part.querySelector('.map-tools').hidden = false;
  all('.only-failures, .by-worth', part).forEach((box) =>
    box.addEventListener('change', () => grids[p].arrange()));
  const fit = part.querySelector('.fit-all');
  if (!fit) return;
  const scroll = part.querySelector('.scroll');
  // Cells of a table that fits the screen have letters, and cases names, where there is room.
  const show = () => {
    scroll.classList.toggle('fitted', fit.checked);
    const head = all('.cases th:not(.corner)', scroll).find((th) => !th.hidden);
    const wide = head ? head.offsetWidth : 0;
    scroll.classList.toggle('lettered', wide >= ROOM.letters);
    scroll.classList.toggle('named', wide >= ROOM.names);
  };
  fit.checked = scroll.scrollWidth > scroll.clientWidth;
  fit.addEventListener('change', show);
  all('.only-failures', part).forEach((box) => box.addEventListener('change', show));
  new ResizeObserver(show).observe(scroll);
  show();
}

function makeTable(grid, p) {
  const body = grid.tBodies[0];
  const rowOf = (s) => body.querySelector(`tr[data-s="${s}"]`);
  let from = null; // the cell to which focus returns
  let columns = problems[p].cases.map((_, c) => c); // the cases from left to right
  let column = 1; // the column in which arrows move up and down, also past a row with a single cell

  function hold(cell) {
    if (from) from.tabIndex = -1;
    from = cell;
    cell.tabIndex = 0;
  }

  function open(cell) {
    const s = Number(cell.parentNode.dataset.s);
    if (cell.classList.contains('all')) location.hash = problems[p].solutions[s].href;
    else openCell(p, s, columns[cell.cellIndex - 1]);
  }

  function moveFocus(cell, [down, right]) {
    const list = [...body.rows].filter((row) => !row.hidden);
    const row = list[list.indexOf(cell.parentNode) + down];
    if (right || !cell.classList.contains('all')) column = cell.cellIndex + right;
    const to = row?.cells[Math.min(column, row.cells.length - 1)];
    if (to?.localName !== 'td') return;
    hold(to);
    to.focus();
    to.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  // Puts the cells of all rows in the order of ``columns``; groups are named only in their own order.
  function arrange() {
    const was = columns;
    const kept = columnsOf(p);
    const inOrder = kept.every((c, i) => !i || c > kept[i - 1]);
    columns = [...kept, ...problems[p].cases.map((_, c) => c).filter((c) => !kept.includes(c))];
    all('tr', grid).filter((row) => row.cells.length === was.length + 1 && !row.matches('.groups')).forEach((row) => {
      const cells = [...row.cells].slice(1);
      const byCase = new Map(was.map((c, i) => [c, cells[i]]));
      columns.forEach((c, i) => {
        const cell = byCase.get(c);
        cell.hidden = i >= kept.length;
        row.append(cell);
      });
    });
    grid.querySelector('.groups').hidden = !inOrder || kept.length < columns.length;
    refresh();
  }

  function refresh() {
    body.append(...all('.board tbody tr', section(p)).map((r) => rowOf(r.dataset.s)));
    const shown = new Set(rowsOf(p));
    [...body.rows].forEach((row) => { row.hidden = !shown.has(Number(row.dataset.s)); });
  }

  grid.setAttribute('role', 'grid');
  const first = body.querySelector('td');
  if (first) hold(first);
  grid.addEventListener('click', (event) => {
    const cell = event.target.closest('tbody td');
    if (cell) open(cell);
  });
  grid.addEventListener('keydown', (event) => {
    const cell = event.target.closest('tbody td');
    if (!cell) return;
    if (event.key === 'Enter' || event.key === ' ') open(cell);
    else if (step(event)) moveFocus(cell, step(event));
    else return;
    event.preventDefault();
  });
  grid.addEventListener('focusin', (event) => {
    const cell = event.target.closest('tbody td');
    if (cell) hold(cell);
  });
  return {
    failed(s, c) {
      const cell = rowOf(s)?.cells[columns.indexOf(c) + 1];
      return cell !== undefined && !cell.matches('.ac, .blank, .all');
    },
    arrange,
    refresh,
    focus(s, c) {
      const cell = rowOf(s)?.cells[columns.indexOf(c) + 1];
      if (!cell) return;
      hold(cell);
      cell.focus();
    },
  };
}
