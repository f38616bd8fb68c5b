// Sends an operation from the reference, with the browser session or an API key.

const TIMEOUT_MS = 20_000;
const SHOWN_CHARACTERS_MAX = 100_000;
const STREAMED_MS = 5_000;
const HEADERS = [
  'Request-Id',
  'Idempotent-Replayed',
  'Retry-After',
  'RateLimit',
  'Deprecation',
  'Sunset',
  'Content-Type',
];
const OWN_PAGE = { 'Florin-CSRF': '1' };

const prepared = new WeakSet();
let asking;

const send = (path, options = {}) =>
  fetch(path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...options });

/** Uses the browser session; one page at a time renews it. */
async function sendInSession(path, options = {}) {
  const attempt = () => send(path, { ...options, headers: { ...options.headers, ...OWN_PAGE } });
  const answer = await attempt();
  if (answer.status !== 401) return answer;
  return navigator.locks.request('florin-session', async () => {
    const again = await attempt();
    if (again.status !== 401) return again;
    const renewed = await send('/v1/auth/browser_session', { method: 'POST', headers: OWN_PAGE });
    return renewed.ok ? attempt() : again;
  });
}

async function askAccount() {
  const answer = await sendInSession('/v1/account');
  return answer.ok ? answer.json() : undefined;
}

/** The logged-in account, loaded once per page. */
function account() {
  asking ??= askAccount().catch(() => undefined);
  return asking;
}

/** The caller's own values: account, currency, and the newest ID of each list. */
async function ownIds(trial, owner) {
  const ids = { account_id: owner.id, currency: owner.settings.currency };
  const lists = trial.dataset.lists.split(' ').filter((pair) => pair !== '');
  const newest = lists.map(async (pair) => {
    const [name, path] = pair.split('=');
    if (name === 'account_id') return;
    const answer = await sendInSession(`${path}?limit=1`);
    if (!answer.ok) return;
    const { data = [] } = await answer.json();
    if (typeof data[0]?.id === 'string') ids[name] = data[0].id;
  });
  await Promise.allSettled(newest);
  return ids;
}

function fillIn(form, ids) {
  for (const [name, id] of Object.entries(ids)) {
    const input = form.elements[name];
    if (input?.dataset.in === 'path' && input.value === '') input.value = id;
    const { body } = form.elements;
    if (body)
      body.value = body.value.replace(
        new RegExp(`("${name}": )"[^"]*"`),
        (_, start) => start + JSON.stringify(id),
      );
  }
}

function say(place, ...parts) {
  place.replaceChildren(...parts);
}

function linkTo(href, text) {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
}

/** Shows the account that will send the operation, and fills in its IDs. */
async function showCaller(trial, form, place) {
  const owner = await account();
  if (!owner) {
    const here = `${location.pathname}#${trial.closest('section').querySelector('h2').id}`;
    const login = `/auth/login?return_to=${encodeURIComponent(here)}`;
    say(place, 'You are not logged in: ', linkTo(login, 'log in'), ' or enter a key.');
    return;
  }
  const mode = owner.livemode ? 'a live account: requests take effect' : 'a test account';
  say(place, `As ${owner.name}, ${mode}.`);
  fillIn(form, await ownIds(trial, owner));
}

/** Prepares a form when it is opened. */
export function prepare(trial) {
  if (!trial.open || prepared.has(trial)) return;
  prepared.add(trial);
  const form = trial.querySelector('form');
  const place = form.querySelector('.caller');
  if (place)
    showCaller(trial, form, place).catch(() => say(place, 'The login could not be checked.'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(trial, form).catch((error) => {
      say(form.querySelector('.answer'), paragraph(`No response: ${error.message}`));
      setBusy(form, false);
    });
  });
}

function addressOf(trial, form) {
  const inputs = [...form.querySelectorAll('[data-in]')];
  const inPath = new Map(
    inputs.filter(({ dataset }) => dataset.in === 'path').map(({ name, value }) => [name, value]),
  );
  const path = trial.dataset.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(inPath.get(name)),
  );
  const query = new URLSearchParams(
    inputs
      .filter(({ dataset, value }) => dataset.in === 'query' && value !== '')
      .map(({ name, value }) => [name, value]),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

function setBusy(form, isBusy) {
  form.querySelector('button').setAttribute('aria-disabled', String(isBusy));
  form.querySelector('.note').textContent = isBusy ? 'Sending …' : '';
}

async function submit(trial, form) {
  if (form.querySelector('button').getAttribute('aria-disabled') === 'true') return;
  setBusy(form, true);
  const { token, body } = form.elements;
  const headers = {};
  if (body) headers['Content-Type'] = body.dataset.mediaType;
  if ('takesKey' in trial.dataset) headers['Idempotency-Key'] = crypto.randomUUID();
  const options = { method: trial.dataset.method, headers, ...(body && { body: body.value }) };
  const startedAt = performance.now();
  const address = addressOf(trial, form);
  const answer = await (token?.value
    ? send(address, {
        ...options,
        credentials: 'omit',
        headers: { ...headers, Authorization: `Bearer ${token.value.trim()}` },
      })
    : sendInSession(address, options));
  const ms = Math.round(performance.now() - startedAt);
  const text = await read(answer);
  say(form.querySelector('.answer'), ...shown(answer, ms, text));
  setBusy(form, false);
}

/** Reads the text to show; streams are endless, so only their first seconds. */
async function read(answer) {
  const type = answer.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/json')) return format(await answer.text());
  if (!/^text\/|jsonl/.test(type)) return `${(await answer.arrayBuffer()).byteLength} bytes`;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => void reader.cancel(), STREAMED_MS);
  let text = '';
  while (text.length < SHOWN_CHARACTERS_MAX) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  clearTimeout(timer);
  await reader.cancel();
  return text;
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function paragraph(text, name = '') {
  const element = document.createElement('p');
  element.className = name;
  element.textContent = text;
  return element;
}

function shown(answer, ms, text) {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.textContent = text.slice(0, SHOWN_CHARACTERS_MAX);
  const status = answer.type === 'opaqueredirect' ? 'Redirect' : `Status ${answer.status}`;
  const headers = HEADERS.filter((name) => answer.headers.has(name));
  return [
    paragraph(`${status}, after ${ms} ms`, answer.ok ? 'status good' : 'status bad'),
    paragraph(headers.map((name) => `${name}: ${answer.headers.get(name)}`).join('\n'), 'headers'),
    ...(text === '' ? [] : [pre]),
  ];
}
