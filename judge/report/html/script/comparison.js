
// --- a comparison: both answers are drawn when a case is opened --------------------------------

all('details.differs').forEach((details) => details.addEventListener('toggle', async () => {
  const template = details.querySelector('template');
  if (!details.open || !template) return;
  const content = await unpack(template).catch(() => null);
  template.remove();
  if (!content) return;
  all('.picture', details).forEach((picture) => {
    const html = content[picture.dataset.side];
    if (html === null) return;
    picture.innerHTML = policy.createHTML(html);
    picture.tabIndex = 0;
  });
}));
const first = document.querySelector('details.differs');
if (first) first.open = true;
