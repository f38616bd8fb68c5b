// Help for who has scripts. The page does everything without it too.

/** A number as it stands on the card: groups of four, while it is typed at its end. */
function groupDigits({ target }) {
  if (target.selectionStart !== target.value.length) return;
  const digits = target.value.replaceAll(/[\s-]/g, '');
  if (/^\d*$/.test(digits)) target.value = digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** One press is one payment; the button says that it was pressed. */
function sendOnce(form) {
  const button = form.querySelector('button');
  const label = button.textContent;
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
    button.textContent = button.dataset.busy;
  });
  // A browser that goes back shows the page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });
}

/** Looks for the result, at first often, and draws the page anew only once it is there. */
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
document.querySelector('#card_number')?.addEventListener('input', groupDigits);

const print = document.querySelector('[data-print]');
if (print) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}

const { refresh } = document.querySelector('main').dataset;
if (refresh) void waitForResult(Number(refresh));
