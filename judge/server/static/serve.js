'use strict';
// Everything that an answer can influence becomes a text node. Only drawings of a plug-in are
// parsed as HTML, through the one policy below.
(() => {
  const policy = window.trustedTypes
    ? window.trustedTypes.createPolicy('judge-drawing', { createHTML: (html) => html })
    : { createHTML: (html) => html };
  const find = (selector, root = document) => root.querySelector(selector);
  const form = find('#answer');
  const source = find('#source');
  const result = find('#result');
  const button = find('button', form);
  const state = find('.state', result);
  const strip = find('.case-cells', result);
  const line = find('.case-line', result);
  const refutation = find('.refutation', result);
  const text = find('pre', result);
  const save = find('.save', result);
  const saved = find('.saved', save);
  const permalink = find('.permalink', save);
  // A file that was dropped is sent byte by byte as long as its text is not changed.
  let dropped = null;
  let current = null;
  let stream = null;
  let done = 0;

  const el = (tag, name, ...children) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.append(...children);
    return node;
  };
  const bytes = () => (dropped ? dropped.bytes : new TextEncoder().encode(source.value));
  const counted = (number, what) => `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

  function count() {
    const size = bytes().length;
    const letters = dropped && !dropped.isText ? null : [...source.value].length;
    find('#count').textContent = letters === null
      ? `${counted(size, 'byte')}, not UTF-8`
      : `${counted(size, 'byte')}, ${counted(letters, 'character')}`;
    button.disabled = size === 0;
  }

  function choose(name) {
    const suffix = name.slice(name.lastIndexOf('.'));
    const option = [...form.elements.language.options]
      .find((one) => one.dataset.suffixes.split(' ').includes(suffix));
    if (option) option.selected = true;
  }

  async function take(file) {
    const data = new Uint8Array(await file.arrayBuffer());
    let isText = true;
    let shown = '';
    try {
      shown = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      isText = false;
      shown = new TextDecoder('utf-8').decode(data);
    }
    source.value = shown;
    dropped = { bytes: data, isText };
    choose(file.name);
    count();
  }

  function say(message) {
    result.hidden = false;
    state.textContent = message;
  }

  function clear() {
    if (stream) stream.close();
    stream = null;
    done = 0;
    strip.replaceChildren();
    refutation.replaceChildren();
    line.textContent = saved.textContent = '';
    refutation.hidden = text.hidden = save.hidden = permalink.hidden = true;
  }

  async function send() {
    clear();
    say('Sending …');
    button.disabled = true;
    const query = new URLSearchParams({
      problem: form.dataset.problem,
      language: form.elements.language.value,
      kind: form.elements.kind.value,
    });
    try {
      const answer = await fetch(`/api/answers?${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: bytes(),
      });
      if (!answer.ok) throw new Error(await answer.text());
      current = await answer.json();
      say(current.waiting ? `Waiting for ${counted(current.waiting, 'answer')} …` : 'Reading …');
      stream = new EventSource(`/api/answers/${current.number}/steps`);
      stream.onmessage = (event) => show(JSON.parse(event.data));
    } catch (error) {
      say(error.message);
    }
    button.disabled = false;
  }

  const steps = {
    planned(step) {
      const cells = step.cases.map((name) => {
        const cell = el('button', 'blank');
        cell.type = 'button';
        cell.dataset.line = name;
        cell.setAttribute('aria-label', name);
        const tell = () => { line.textContent = cell.dataset.line; };
        cell.addEventListener('mouseenter', tell);
        cell.addEventListener('focus', tell);
        return el('li', '', cell);
      });
      strip.replaceChildren(...cells);
      say(`${counted(step.bytes, 'byte')}, ${step.language} ${step.kind}: compiling …`);
    },
    built() { say(`0 of ${strip.children.length} cases …`); },
    case(step) {
      const cell = strip.children[step.i].firstChild;
      done += cell.className === 'blank' ? 1 : 0;
      cell.className = step.v.toLowerCase();
      cell.dataset.line = step.line;
      cell.setAttribute('aria-label', step.line);
      say(`${done} of ${strip.children.length} cases …`);
    },
    skipped() {},
    refutation(step) {
      const pair = el('div', 'pair');
      for (const [html, title, score] of [
        [step.theirs, 'Your answer', step.score], [step.best, 'A best answer', step.bestScore]]) {
        if (html === null && (title !== 'Your answer' || !step.why)) continue;
        const picture = el('div', 'picture');
        if (html === null) picture.append(el('p', 'soft', step.why));
        else picture.innerHTML = policy.createHTML(html);
        const caption = el('figcaption', '', title, el('span', 'score', score ? `, score ${score}` : ''));
        pair.append(el('figure', '', caption, picture));
      }
      const name = step.words ? step.name : strip.children[step.i].firstChild.dataset.line;
      refutation.replaceChildren(el('h3', '', step.words ? `${name}: ${step.words}` : name));
      if (step.theirs !== null || step.best !== null) refutation.append(pair);
      else if (step.text) refutation.append(el('pre', 'text', step.text));
      refutation.hidden = false;
    },
    finished(step) {
      end();
      step.cases.forEach((verdict, i) => {
        strip.children[i].firstChild.className = verdict === null ? 'blank' : verdict.toLowerCase();
      });
      const title = el('abbr', `badge ${step.v.toLowerCase()}`, step.v);
      state.replaceChildren(title, ` ${step.say}, ${step.passed} of ${strip.children.length} cases passed`);
      text.textContent = step.text;
      text.hidden = save.hidden = false;
      saved.textContent = step.trouble;
      if (step.run !== null) {
        permalink.href = `/answers/${step.run}`;
        permalink.hidden = false;
      }
    },
    refused(step) { end(); say(step.line); },
  };
  const show = (step) => steps[step.type](step);

  function end() {
    if (stream) stream.close();
    stream = null;
  }

  async function keep() {
    const query = new URLSearchParams({ name: save.elements.solution.value });
    try {
      const answer = await fetch(`/api/answers/${current.number}/save?${query}`, { method: 'POST' });
      saved.textContent = await answer.text();
    } catch (error) {
      saved.textContent = error.message;
    }
  }

  source.addEventListener('input', () => { dropped = null; count(); });
  form.elements.file.addEventListener('change', () => {
    if (form.elements.file.files.length) take(form.elements.file.files[0]);
  });
  form.addEventListener('dragover', (event) => { event.preventDefault(); form.classList.add('over'); });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('over');
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  });
  form.addEventListener('submit', (event) => { event.preventDefault(); send(); });
  save.addEventListener('submit', (event) => { event.preventDefault(); keep(); });
  count();
})();
