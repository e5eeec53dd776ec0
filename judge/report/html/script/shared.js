// Shared by all parts: elements, packed data, marks for invisible characters. Everything that a
// solution can influence becomes a text node. Only drawings of a plug-in and sources coloured by
// pygments are parsed as HTML, through the one policy below.
const policy = window.trustedTypes
  ? window.trustedTypes.createPolicy('judge-drawing', { createHTML: (html) => html })
  : { createHTML: (html) => html };
const problems = JSON.parse(document.getElementById('index').textContent);

// The cases of a problem, from columns: a column of one value holds for all cases, and names that
// are the same in an address and on a command line are there once.
function casesOf({ name, path, quoted, short, group, size, shade, worth }) {
  const at = (column, c) => (column.length === 1 ? column[0] : column[c]);
  return name.map((text, c) => ({
    name: text,
    path: at(path, c) ?? text,
    quoted: at(quoted, c) ?? text,
    short: at(short, c) ?? text.slice(text.lastIndexOf('/') + 1),
    group: at(group, c),
    size: at(size, c),
    shade: at(shade, c),
    worth: at(worth, c),
  }));
}
problems.forEach((problem) => { problem.cases = casesOf(problem.columns); });

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const el = (tag, name, ...children) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...children.filter((child) => child !== null));
  return node;
};
const isolated = (text) => el('bdi', '', text);
const soft = (text) => el('p', 'soft', isolated(text));
const section = (p) => document.querySelector(`.problem[data-p="${p}"]`);
const address = (p, s, c) => `#${problems[p].solutions[s].href}/${problems[p].cases[c].path}`;

// The solutions that are shown, from top to bottom, as indices.
const order = (p) => all('.board tbody tr', section(p)).filter((row) => !row.hidden)
  .map((row) => Number(row.dataset.s));

// The JSON inside a template: compressed, in base64.
function unpack(template) {
  const text = template.content.textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(plain).json();
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const step = (event) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : STEPS[event.key];

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

// Text with a mark for each invisible character; adjacent marks share one element.
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
