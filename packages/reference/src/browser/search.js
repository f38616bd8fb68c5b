// Searches while typing, with the same index and options as /docs/search.

const SHOWN_MAX = 8;

async function load() {
  const [answer, { default: MiniSearch }] = await Promise.all([
    fetch('/docs/search.json'),
    import('minisearch'),
  ]);
  const { options, records } = await answer.json();
  const index = new MiniSearch(options);
  index.addAll(records);
  return index;
}

function optionOf({ title, page, kind, path }, number) {
  const option = document.createElement('li');
  option.id = `found-${number}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.dataset.path = path;
  const name = document.createElement('span');
  name.textContent = title;
  const about = document.createElement('span');
  about.className = 'kind';
  about.textContent = page === title ? kind : `${kind}: ${page}`;
  option.append(name, about);
  return option;
}

/** Accessible search field with a result list (WAI-ARIA combobox). */
export async function search(field) {
  const list = document.createElement('ul');
  list.id = 'found';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Found');
  field.after(list);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    field.setAttribute(name, value);
  let chosen = -1;

  function choose(number) {
    const options = [...list.children];
    chosen = options.length === 0 ? -1 : (number + options.length) % options.length;
    for (const [at, option] of options.entries())
      option.setAttribute('aria-selected', String(at === chosen));
    options[chosen]?.scrollIntoView({ block: 'nearest' });
    if (chosen === -1) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `found-${chosen}`);
  }

  function show(isShown) {
    list.hidden = !isShown;
    field.setAttribute('aria-expanded', String(isShown));
  }

  function go(option) {
    show(false);
    if (option) location.assign(option.dataset.path);
  }

  const loading = load();
  async function find() {
    const index = await loading;
    const query = field.value.trim();
    const found = [...index.search(query), ...index.search(query, { combineWith: 'OR' })];
    const once = [...new Map(found.map((each) => [each.id, each])).values()];
    list.replaceChildren(...once.slice(0, SHOWN_MAX).map(optionOf));
    chosen = -1;
    field.removeAttribute('aria-activedescendant');
    show(once.length > 0);
  }

  field.addEventListener('input', () => {
    find().catch(() => show(false));
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
    if (list.hidden) return;
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen === -1 ? -1 : chosen - 1);
    else if (event.key === 'Enter' && chosen >= 0) go(list.children[chosen]);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => go(target.closest('[role=option]')));
  field.addEventListener('blur', ({ relatedTarget }) => {
    if (!list.contains(relatedTarget)) setTimeout(() => show(false), 200);
  });
  if (field.value !== '' && document.activeElement === field) await find();
}
