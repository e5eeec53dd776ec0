
// --- the view of each problem (filter, order of rows) in the address ---------------------------
//
// #problem/solution/case?find=golf&language=C&sort=-bytes: of the first problem; the names of the
// others end in their number, as in find.1. A part (?part=map) is an anchor of the page.

const VIEW = ['find', 'language', 'verdict', 'sort'];
const views = problems.map(() => ({}));
const bare = (hash) => hash.split('?')[0];

// The address without its view, and the views of all problems behind it.
function withViews(hash) {
  const words = new URLSearchParams();
  views.forEach((view, p) => VIEW.filter((key) => view[key])
    .forEach((key) => words.set(p ? `${key}.${p}` : key, view[key])));
  const text = words.toString();
  return text ? `${bare(hash) || '#'}?${text}` : bare(hash) || '#';
}

function readViews() {
  const words = new URLSearchParams(location.hash.split('?')[1] ?? '');
  views.forEach((view, p) => VIEW.forEach((key) => {
    view[key] = (words.get(p ? `${key}.${p}` : key) ?? '').slice(0, 200);
  }));
}

function keepView(p, part) {
  Object.assign(views[p], part);
  history.replaceState(null, '', withViews(location.hash));
}
