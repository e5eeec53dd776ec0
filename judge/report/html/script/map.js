
// --- the map: all cells on a canvas, for tables too large for the browser ----------------------

// Width and height of a cell, in CSS pixels.
const ZOOMS = [[1, 3], [5, 7], [11, 13], [22, 20], [38, 28]];
const NAMED = 11; // the smallest height of a line of text; smaller rows have a name now and then
const LETTERS = 20; // the smallest cell width with room for letters
const BANDS = { group: 18, size: 15, worth: 15 };

function makeMap(box, p) {
  const part = section(p);
  const { solutions, cases } = problems[p];
  const sheet = box.querySelector('.sheet');
  const canvas = box.querySelector('canvas');
  const said = part.querySelector('.map-said');
  const brush = canvas.getContext('2d', { alpha: false });
  const image = document.createElement('canvas'); // one pixel for each cell
  let data = null; // until it is unpacked
  let ink = {};
  let list = order(p);
  let columns = cases.map((_, c) => c); // the cases from left to right
  let fitted = true; // until somebody zooms, the map fills the box
  let zoom = ZOOMS.length - 1;
  let at = { s: list[0] ?? 0, c: 0 };
  let cell = null; // the one grid cell that exists, where ``at`` is
  let waiting = false;
  let printing = false;

  // --- measures ---

  const names = Math.min(104, 16 + 6 * Math.max(...cases.map(({ short }) => short.length)));
  const left = () => (box.clientWidth < 600 ? 104 : 210);
  const top = (w) => BANDS.group + BANDS.size + BANDS.worth + (w >= ZOOMS[2][0] ? names : 0);
  const most = Math.max(1, ...cases.map(({ worth }) => worth));
  // The size of cells with which all columns, and if possible all rows, are in sight.
  const fit = () => {
    const w = Math.min(ZOOMS.at(-1)[0], (box.clientWidth - left()) / Math.max(1, columns.length));
    const room = 0.78 * window.innerHeight - top(w);
    return [w, Math.max(3, Math.min(28, room / Math.max(1, list.length)))];
  };
  const frame = () => {
    const [w, h] = fitted ? fit() : ZOOMS[zoom];
    return { w, h, left: left(), top: top(w), x: box.scrollLeft, y: box.scrollTop,
      width: box.clientWidth, height: box.clientHeight };
  };

  // --- colours ---

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(`--${name}`).trim();
    const names = ['panel', 'wa', 'ink', 'soft', 'line2', 'focus', 'skip', 'sans', 's1', 's2', 's3', 's4'];
    ink = Object.fromEntries(names.map((name) => [name, read(name)]));
    ink.kinds = data.kinds.map(([kind]) => {
      const name = kind.replace(' g', '');
      return kind === 'ac' ? [read('quiet'), read('soft')] : [read(name), read(`${name}-ink`)];
    });
    ink.bands = solutions.map(({ v }) => [read(v.toLowerCase()), read(`${v.toLowerCase()}-ink`)]);
  }

  // The background of every cell, in the current order of the rows.
  function paintImage() {
    image.width = Math.max(1, columns.length);
    image.height = Math.max(1, list.length);
    const pixels = image.getContext('2d', { willReadFrequently: true });
    const pen = (colour) => {
      pixels.fillStyle = colour;
      pixels.fillRect(0, 0, 1, 1);
      return pixels.getImageData(0, 0, 1, 1).data;
    };
    const colours = ink.kinds.map(([ground]) => pen(ground));
    const blank = pen(ink.panel);
    const block = pixels.createImageData(image.width, image.height);
    list.forEach((s, y) => {
      const row = data.rows[s];
      const band = row ? null : pen(ink.bands[s][0]);
      for (let x = 0; x < columns.length; x += 1) {
        block.data.set(row ? colours[row[columns[x]]] ?? blank : band, 4 * (y * columns.length + x));
      }
    });
    pixels.putImageData(block, 0, 0);
  }

  // --- painting ---

  function clip(x, y, width, height, paint) {
    brush.save();
    brush.beginPath();
    brush.rect(x, y, width, height);
    brush.clip();
    paint();
    brush.restore();
  }

  function write(text, x, y, colour, font, align = 'left') {
    brush.fillStyle = colour;
    brush.font = `${font} ${ink.sans}`;
    brush.textAlign = align;
    brush.textBaseline = 'middle';
    brush.fillText(text, x, y);
  }

  // A name without its middle, where ``room`` is too narrow: long names often differ at the end.
  function shortened(name, room, font) {
    brush.font = `${font} ${ink.sans}`;
    const wide = brush.measureText(name).width;
    if (wide <= room) return name;
    const kept = Math.max(2, Math.floor((name.length * room) / wide) - 1);
    const end = Math.min(8, kept >> 1);
    return `${name.slice(0, kept - end)}…${name.slice(-end)}`;
  }

  function paintCells(f, rows, across) {
    const x = (c) => f.left + c * f.w - f.x;
    const y = (r) => f.top + r * f.h - f.y;
    brush.imageSmoothingEnabled = false;
    brush.drawImage(image, x(0), y(0), columns.length * f.w, list.length * f.h);
    for (let r = rows[0]; r < rows[1]; r += 1) {
      const row = data.rows[list[r]];
      if (!row) {
        write(`${solutions[list[r]].v} ${solutions[list[r]].blank}`, f.left + 8, y(r) + f.h / 2,
          ink.bands[list[r]][1], `${Math.min(12, f.h)}px`);
        continue;
      }
      for (let c = across[0]; c < across[1]; c += 1) {
        if (row[columns[c]] >= 0) paintCell(f, row[columns[c]], x(c), y(r));
      }
    }
    if (f.w < ZOOMS[2][0]) return;
    brush.fillStyle = ink.panel;
    for (let c = across[0]; c < across[1]; c += 1) brush.fillRect(x(c) - 1, f.top, 1, f.height);
    for (let r = rows[0]; r < rows[1]; r += 1) brush.fillRect(f.left, y(r) - 1, f.width, 1);
  }

  // Letters or, without room for them, a mark on what was not accepted: never colour alone.
  function paintCell(f, place, x, y) {
    const [style, letters, gap] = data.kinds[place];
    const colour = ink.kinds[place][1];
    const middle = x + f.w / 2;
    if (f.w >= LETTERS) {
      const two = gap && f.h >= 26;
      const size = f.w < 30 ? 9 : 12;
      write(letters, middle, y + f.h / 2 - (two ? 5 : 0), colour,
        `${style === 'ac' ? '' : '600 '}${size}px`, 'center');
      if (two) clip(x, y, f.w, f.h, () => write(gap, middle, y + f.h - 8, colour, '10px', 'center'));
    } else if (style !== 'ac' && f.w > 4) {
      brush.fillStyle = colour;
      brush.fillRect(Math.round(middle - f.w / 6), y + f.h / 4, Math.ceil(f.w / 3), f.h / 2);
    }
  }

  function paintHeads(f, rows, across) {
    const x = (c) => f.left + c * f.w - f.x;
    brush.fillStyle = ink.panel;
    brush.fillRect(0, 0, f.width, f.top);
    brush.fillRect(0, 0, f.left, f.height);
    clip(f.left, 0, f.width, f.top, () => {
      for (let c = across[0]; c < across[1]; c += 1) paintHead(f, c, x(c));
      if (!inOrder()) return;
      const group = (c) => cases[columns[c]].group;
      for (let c = across[0]; c < across[1]; c += 1) {
        if (c && c !== across[0] && group(c) === group(c - 1)) continue;
        const end = columns.findIndex((_, i) => i > c && group(i) !== group(c));
        const room = x(end < 0 ? columns.length : end) - Math.max(f.left, x(c)) - 6;
        if (c) { brush.fillStyle = ink.line2; brush.fillRect(x(c) - 1, 0, 1, f.top); }
        clip(Math.max(f.left, x(c)), 0, Math.max(0, room), BANDS.group, () =>
          write(group(c), Math.max(f.left, x(c)) + 5, BANDS.group / 2, ink.ink, '600 12px'));
      }
    });
    clip(0, 0, f.left, f.top, () => write('refuted by the case', f.left - 6,
      f.top - BANDS.worth / 2, ink.soft, '10px', 'right'));
    clip(0, f.top, f.left, f.height, () => {
      const every = Math.ceil(NAMED / f.h);
      for (let r = rows[0]; r < rows[1]; r += 1) {
        if (r % every) continue;
        const font = `${Math.max(9, Math.min(13, f.h - 2))}px`;
        clip(0, f.top, f.left - 8, f.height, () => write(shortened(solutions[list[r]].name,
          f.left - 18, font), 10, f.top + (r + 0.5) * f.h - f.y, ink.ink, font));
      }
    });
    brush.fillStyle = ink.line2;
    brush.fillRect(f.left - 1, 0, 1, f.height);
    brush.fillRect(0, f.top - 1, f.width, 1);
  }

  function paintHead(f, c, x) {
    const { size, shade, short, worth } = cases[columns[c]];
    const high = (BANDS.worth - 2) * (worth / most);
    brush.fillStyle = ink.wa;
    brush.fillRect(x, f.top - 1 - high, f.w - (f.w > 5 ? 1 : 0), high);
    if (f.w >= 16 && worth) {
      write(String(worth), x + f.w / 2, f.top - BANDS.worth / 2, ink.ink, '10px', 'center');
    }
    if (shade) {
      brush.fillStyle = ink[`s${shade}`];
      brush.fillRect(x, BANDS.group, f.w - (f.w > 5 ? 1 : 0), BANDS.size - 1);
    }
    if (f.w >= 30) {
      clip(x, 0, f.w - 1, f.top, () => write(size, x + f.w / 2, BANDS.group + BANDS.size / 2,
        ink.ink, '10px', 'center'));
    }
    if (f.w < ZOOMS[2][0]) return;
    brush.save();
    brush.translate(x + f.w / 2, f.top - BANDS.worth - 3);
    brush.rotate(-Math.PI / 2);
    clip(0, -f.w / 2, names - 8, f.w, () => write(short, 0, 0, ink.soft, '11px'));
    brush.restore();
  }

  function paint(f) {
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(f.width * ratio), Math.round(f.height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      [canvas.width, canvas.height] = [wide, high];
      canvas.style.width = `${f.width}px`;
      canvas.style.height = `${f.height}px`;
    }
    const span = (start, room, size, most) =>
      [Math.max(0, Math.floor(start / size)), Math.min(most, Math.ceil((start + room) / size))];
    const rows = span(f.y, f.height - f.top, f.h, list.length);
    const across = span(f.x, f.width - f.left, f.w, columns.length);
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.fillStyle = ink.panel;
    brush.fillRect(0, 0, f.width, f.height);
    clip(f.left, f.top, f.width, f.height, () => paintCells(f, rows, across));
    paintHeads(f, rows, across);
    if (cell && document.activeElement === cell) paintFocus(f);
  }

  function paintFocus(f) {
    clip(f.left - 2, f.top - 2, f.width, f.height, () => {
      brush.strokeStyle = ink.focus;
      brush.lineWidth = 3;
      brush.strokeRect(f.left + columns.indexOf(at.c) * f.w - f.x - 1.5, f.top + list.indexOf(at.s) * f.h - f.y - 1.5,
        f.w + 2, f.h + 2);
    });
  }

  function later() {
    if (waiting || !data) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!printing) paint(frame());
    });
  }

  // --- the one cell that assistive technology can read: it is recreated where the focus is ---

  function label(s, c) {
    const what = data?.kinds[data.rows[s]?.[c]];
    const verdict = what && (what[1] === '++' ? 'BETTER' : what[1]);
    const size = cases[c].size ? `, size ${cases[c].size}` : '';
    const description = what ? `${verdict}, ${problems[p].titles[verdict]}${what[2] ? `, gap ${what[2]}` : ''}`
      : `not run: ${solutions[s].blank}`;
    return `${solutions[s].name} on ${cases[c].name}${size}: ${description}`;
  }

  function place() {
    const f = frame();
    const row = list.indexOf(at.s);
    const held = cell && document.activeElement === cell;
    cell?.parentNode.remove();
    cell = null;
    if (row < 0 || !columns.includes(at.c)) return;
    cell = el('div', 'map-cell');
    cell.setAttribute('role', 'gridcell');
    cell.setAttribute('aria-label', label(at.s, at.c));
    cell.setAttribute('aria-colindex', columns.indexOf(at.c) + 1);
    cell.tabIndex = 0;
    cell.style.left = `${f.left + columns.indexOf(at.c) * f.w}px`;
    cell.style.top = `${f.top + row * f.h}px`;
    cell.style.width = `${f.w}px`;
    cell.style.height = `${f.h}px`;
    cell.style.scrollMargin = `${f.top + 4}px 4px 4px ${f.left + 4}px`;
    const line = el('div', '', cell);
    line.setAttribute('role', 'row');
    line.setAttribute('aria-rowindex', row + 1);
    sheet.append(line);
    if (held) cell.focus({ preventScroll: true });
  }

  function go(s, c) {
    at = { s, c };
    place();
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    said.textContent = label(s, c);
    later();
  }

  function resize() {
    const f = frame();
    sheet.style.width = `${f.left + columns.length * f.w}px`;
    sheet.style.height = `${f.top + list.length * f.h}px`;
    box.setAttribute('aria-rowcount', list.length);
    place();
    later();
  }

  function refresh() {
    list = rowsOf(p);
    if (!list.includes(at.s) || document.activeElement !== cell) at = { s: list[0] ?? 0, c: at.c };
    if (data) paintImage();
    resize();
  }

  const inOrder = () => columns.every((c, i) => !i || c > columns[i - 1]);

  function arrange() {
    columns = columnsOf(p);
    if (!columns.includes(at.c)) at = { s: at.s, c: columns[0] ?? 0 };
    refresh();
  }

  // From the fitted size, the next larger or smaller one.
  function zoomBy(step) {
    const [w] = fit();
    const larger = ZOOMS.findIndex(([wide]) => wide > w);
    const from = larger < 0 ? ZOOMS.length - 1 : larger;
    zoomTo(!fitted ? zoom + step : step > 0 ? from : from - 1);
  }

  function zoomTo(level) {
    const was = frame();
    fitted = false;
    zoom = Math.max(0, Math.min(ZOOMS.length - 1, level));
    resize();
    const [w, h] = ZOOMS[zoom];
    box.scrollLeft = (was.x / was.w) * w;
    box.scrollTop = (was.y / was.h) * h;
    all('.zoom button', part).forEach((button, i) => {
      button.disabled = i ? zoom === ZOOMS.length - 1 : zoom === 0;
    });
  }

  // The solution and the case under the pointer; c is -1 in the column of names.
  function under(event) {
    const f = frame();
    const r = Math.floor((event.offsetY - f.top + f.y) / f.h);
    const c = event.offsetX < f.left ? -1 : Math.floor((event.offsetX - f.left + f.x) / f.w);
    const inside = event.offsetY >= f.top && r < list.length && c < columns.length;
    return inside ? { s: list[r], c: c < 0 ? -1 : columns[c] } : null;
  }

  function enter(s, c) {
    if (c < 0 || !solutions[s].ran) location.hash = solutions[s].href;
    else openCell(p, s, c);
  }

  canvas.addEventListener('click', (event) => {
    const it = under(event);
    if (!it) return;
    if (it.c >= 0) at = it;
    enter(it.s, it.c);
  });
  canvas.addEventListener('pointermove', (event) => {
    const it = under(event);
    const description = it && it.c >= 0 ? label(it.s, it.c) : '';
    canvas.style.cursor = it ? 'pointer' : '';
    canvas.title = description;
    if (description) said.textContent = description;
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === '+' || event.key === '-') zoomBy(event.key === '+' ? 1 : -1);
    if (event.target !== cell) return;
    if (event.key === 'Enter' || event.key === ' ') enter(at.s, at.c);
    else if (step(event)) {
      const [down, right] = step(event);
      const row = list[list.indexOf(at.s) + down];
      const c = columns[columns.indexOf(at.c) + right];
      if (row !== undefined && c !== undefined) go(row, c);
    } else return;
    event.preventDefault();
  });
  box.addEventListener('focusin', later);
  box.addEventListener('focusout', later);
  box.addEventListener('scroll', later, { passive: true });
  all('.zoom button', part).forEach((button, i) =>
    button.addEventListener('click', () => zoomBy(i ? 1 : -1)));
  new ResizeObserver(resize).observe(box);

  function recolour() {
    if (!data) return;
    readColours();
    paintImage();
    later();
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);
  // Printed pages have no scroll bars: there the whole map is as wide as the page.
  window.addEventListener('beforeprint', () => {
    if (!data) return;
    recolour();
    printing = true;
    const w = Math.max(0.5, Math.min(20, 840 / columns.length));
    const f = { w, h: 11, left: 160, top: top(0), x: 0, y: 0 };
    paint({ ...f, width: f.left + columns.length * w, height: f.top + list.length * f.h });
  });
  window.addEventListener('afterprint', () => {
    printing = false;
    recolour();
  });

  unpack(part.querySelector('.packed-map')).then((found) => {
    data = found;
    recolour();
    resize();
    box.dataset.ready = '';
  });
  const failed = (s, c) => {
    const kind = data?.kinds[data.rows[s]?.[c]];
    return kind !== undefined && kind[0] !== 'ac';
  };
  return { refresh, arrange, failed, focus: go };
}
