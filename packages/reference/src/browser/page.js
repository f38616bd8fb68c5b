// Enhancements for browsers with scripts: reading and searching work without them.

const LANGUAGE = 'florin-docs-language';
const field = document.getElementById('find');

/** Without storage, the tabs stay as the server rendered them. */
const without = () => {};

/** Loads the search when its field gets the focus. */
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

/** Selects the chosen language in all samples. */
function chooseLanguage(language) {
  for (const choice of document.querySelectorAll('.tabs > input')) {
    if (choice.value === language) choice.checked = true;
  }
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs > input')) return;
  const top = target.getBoundingClientRect().top;
  chooseLanguage(target.value);
  // Samples above changed their height: keep the scroll position.
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

/** Adds a copy button to each code block. */
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

// The clipboard is available only on localhost or over TLS.
if (navigator.clipboard) for (const pre of document.querySelectorAll('pre')) addCopyButton(pre);
