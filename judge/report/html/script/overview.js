
// --- the refutation at the top, copying, and the keys ------------------------------------------

async function showRefutation(box) {
  const template = box.querySelector('template');
  if (!template) return;
  const drawn = box.querySelector('.drawn');
  const content = await unpack(template).catch(() => null);
  if (!content) return;
  const part = (title, html) => {
    const picture = el('div', 'picture');
    picture.innerHTML = policy.createHTML(html);
    return title ? el('div', '', el('b', 'part-title', title), picture) : picture;
  };
  if (content.best === null) drawn.append(part('', content.theirs));
  else drawn.append(part('Its answer', content.theirs), part('A best answer', content.best));
  const open = el('a', 'open', 'Open this case');
  open.href = drawn.dataset.href;
  if (drawn.scrollHeight > drawn.clientHeight + 4) drawn.classList.add('cut');
  drawn.after(open);
}

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}

function copyButton(label, text) {
  const button = el('button', 'copy', label);
  button.type = 'button';
  button.addEventListener('click', (event) => {
    event.preventDefault();
    copy(text(), button);
  });
  return button;
}

// The source without its line numbers, which are no text.
const sourceOf = (code) => code.textContent;

const KEYS = [
  ['←  →', 'in a cell: the previous or next case'],
  ['↑  ↓', 'in a cell: the solution above or below'],
  ['n  N', 'the next or previous cell that was not accepted'],
  ['Enter', 'in the map: open the cell'],
  ['+  −', 'in the map: larger or smaller cells'],
  ['/', 'find a solution'],
  ['Escape', 'close'],
  ['?', 'show these keys'],
];

function showKeys() {
  const box = document.getElementById('keys');
  const title = el('h2', '', 'Keys');
  title.id = 'keys-title';
  const close = el('button', 'tool', '✕');
  close.type = 'button';
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => box.close());
  const rows = KEYS.map(([key, what]) => el('div', '', el('dt', '', key), el('dd', '', what)));
  box.replaceChildren(el('header', 'bar', title, close), el('dl', 'inside keys', ...rows));
  box.showModal();
}

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  if (event.target.matches('input, select, textarea')) return;
  if (event.key === '?') {
    if (!document.getElementById('keys').open) showKeys();
  } else if (event.key === '/' && !document.querySelector('dialog[open]')) {
    document.querySelector('.filter input').focus();
  } else if ((event.key === 'n' || event.key === 'N') && !document.getElementById('keys').open) {
    nextFailure(event.key === 'n' ? 1 : -1);
  } else return;
  event.preventDefault();
});
