
// --- to share: the leaderboard as Markdown, a picture as SVG -----------------------------------

// Every name in a code span, so that nothing in it becomes a link, a mention or a tag.
function code(text) {
  const shown = text.replace(/\s+/g, ' ').replace(/\|/g, '⟨BAR⟩').trim() || '–';
  const fence = '`'.repeat(1 + Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length)));
  const pad = fence.length > 1 ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

// The rows that are shown, in their order.
function markdownOf(part) {
  const wanted = ['Rank', 'Verdict', 'Bytes', 'Points', 'Language', 'Passed', 'CPU, ms'];
  const value = (row, label) => {
    const cell = row.querySelector(`[data-l="${label}"]`);
    if (!cell) return null;
    const first = cell.querySelector('.badge')?.textContent ?? cell.firstChild?.textContent ?? '';
    return label === 'Language' ? code(cell.textContent) : first.trim();
  };
  const rows = all('.board tbody tr', part).filter((row) => !row.hidden);
  const kept = wanted.filter((label) => rows.length && value(rows[0], label) !== null);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const name = (row) => code(row.querySelector('.name > a').textContent);
  return [line(['Solution', ...kept]), line(['---', ...kept.map(() => '---')]),
    ...rows.map((row) => line([name(row), ...kept.map((label) => value(row, label))]))].join('\n');
}

// The first SVG of a picture as a file of its own, with the style rules of the page in it.
function savePicture(picture, name) {
  const drawn = picture.querySelector('svg').cloneNode(true);
  const box = picture.querySelector('svg').getBoundingClientRect();
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  if (!drawn.hasAttribute('width')) drawn.setAttribute('width', Math.round(box.width));
  if (!drawn.hasAttribute('height')) drawn.setAttribute('height', Math.round(box.height));
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = all('style').map((sheet) => sheet.textContent).join('\n');
  // Rules that name an element around the picture must find one.
  const names = [];
  for (let e = picture.querySelector('svg').parentElement; e !== picture; e = e.parentElement) {
    names.push(...e.classList);
  }
  drawn.classList.add(...names);
  drawn.prepend(style);
  const link = el('a', '');
  link.download = `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.svg`;
  link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawn)],
    { type: 'image/svg+xml' }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function pictureButtons(body, name) {
  return all('.picture', body).filter((picture) => picture.querySelector('svg')).map((picture, i) => {
    const button = el('button', 'copy', i ? 'Save the best answer as SVG' : 'Save the picture as SVG');
    button.type = 'button';
    button.addEventListener('click', () => savePicture(picture, `${name}${i ? '-best' : ''}`));
    return button;
  });
}
