// Progressive enhancement: the page also works without scripts.

/** Formats an input and keeps the cursor after the same digit. */
function rewrite(input, text) {
  if (input.value === text) return;
  const isFocused = document.activeElement === input;
  const before = input.value.slice(0, input.selectionStart).replaceAll(/\D/g, '').length;
  const isAtEnd = input.selectionStart === input.value.length;
  input.value = text;
  if (!isFocused) return;
  let caret = isAtEnd ? text.length : 0;
  for (let digits = 0; !isAtEnd && digits < before; caret += 1) digits += /\d/.test(text[caret]);
  input.setSelectionRange(caret, caret);
}

/** Groups the digits as printed on the card, and shows its brand. */
function showNumber(input) {
  const digits = input.value.replaceAll(/[\s-]/g, '');
  const rule = brandRules.find(({ begins }) => new RegExp(begins).test(digits));
  document.querySelector('.brand').textContent = rule?.name ?? '';
  if (!/^\d*$/.test(digits)) return;
  const groups = [];
  for (let at = 0; at < digits.length; at += groups.at(-1).length)
    groups.push(digits.slice(at, at + (rule?.groups[groups.length] ?? 4)));
  rewrite(input, groups.join(' '));
}

/** Formats the expiry date as on the card: adds the slash, and removes it with the month. */
function showExpiry(input, isDeleting) {
  const [, month, between, year] = /^(\d{1,2})([\s/]*)(\d{0,4})$/.exec(input.value) ?? [];
  if (month === undefined || isDeleting) return;
  const isWhole = between.includes('/') || month.length === 2 || month > '1';
  if (isWhole) rewrite(input, `${month.padStart(2, '0')} / ${year}`);
}

/** Prevents double payments, and shows that the button was pressed. */
function sendOnce(form) {
  const button = form.querySelector('button');
  const label = button.textContent;
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
    button.textContent = button.dataset.busy;
  });
  // After "back", browsers show the page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });
}

/** Polls for the result, at first often, and reloads the page only when it is there. */
async function waitForResult(seconds) {
  for (let looks = 1; looks <= 120; looks += 1) {
    const pauseMs = seconds * 1_000 * Math.min(1 + looks / 20, 4);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const answer = await fetch('', { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) continue;
    if (!(await answer.text()).includes('data-refresh')) return location.reload();
  }
}

const form = document.querySelector('form');
if (form) sendOnce(form);
const number = document.querySelector('#card_number');
if (number) {
  number.addEventListener('input', () => showNumber(number));
  // A browser may have filled it in before.
  showNumber(number);
}
document
  .querySelector('#expiry')
  ?.addEventListener('input', ({ target, inputType = '' }) =>
    showExpiry(target, inputType.startsWith('delete')),
  );

const print = document.querySelector('[data-print]');
if (print) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}

const { refresh } = document.querySelector('main').dataset;
if (refresh) void waitForResult(Number(refresh));
