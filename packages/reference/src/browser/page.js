// Help for who has scripts: pages are read and searched without it too.

const LANGUAGE = 'florin-docs-language';
const field = document.getElementById('find');

/** What is not there stays as the server has made it. */
const without = () => {};

/** What searches is loaded once somebody is about to. */
function startSearch() {
  import('./search.js').then(({ search }) => search(field)).catch(without);
}

field.addEventListener('focus', startSearch, { once: true });
addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, textarea, select');
  const isCommand = event.key === 'k' && (event.metaKey || event.ctrlKey);
  if (!isCommand && (event.key !== '/' || isTyping)) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/** Whoever reads one language reads it everywhere. */
function chooseLanguage(language) {
  for (const choice of document.querySelectorAll('.tabs > input')) {
    if (choice.value === language) choice.checked = true;
  }
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs > input')) return;
  const top = target.getBoundingClientRect().top;
  chooseLanguage(target.value);
  // What stands above has another height now: the reader stays where they are.
  scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
  localStorage.setItem(LANGUAGE, target.value);
});
chooseLanguage(localStorage.getItem(LANGUAGE));

for (const trial of document.querySelectorAll('.trial')) {
  trial.hidden = false;
  trial.addEventListener('toggle', () => {
    import('./trial.js').then(({ prepare }) => prepare(trial)).catch(without);
  });
}

/** A button on each piece of code, where a browser may copy. */
function addCopyButton(pre) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    navigator.clipboard
      .writeText(pre.textContent)
      .then(() => {
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 2_000);
      })
      .catch(without);
  });
  pre.after(button);
}

// Only where it is safe: on localhost, or by TLS.
if (navigator.clipboard) for (const pre of document.querySelectorAll('pre')) addCopyButton(pre);
