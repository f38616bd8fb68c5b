/** The day of every example; times before the tour stay unchanged. */
const DAY = Date.parse('2026-01-31T12:00:00Z');
/** A tour is shorter: everything within it happens at one instant. */
const GRAIN_MS = 600_000;

const ID = /\b([a-z]{2,5}_)[0-7][0-9a-hjkmnp-tv-z]{25}/g;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** Dates closer to the tour than this were derived from its time. */
const NEAR_MS = 30 * 86_400_000;
/** Instants further ahead than this were chosen by the caller. */
const FAR_MS = 3_650 * 86_400_000;
const END_OF_DAY = ':59:59.999Z';
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Well-formed, and too regular to be a real id. */
const SHAPE = '01h455vb4pex5vsknk0000';

/** Replacements of secrets, by field name. */
const SECRETS: Readonly<Record<string, string>> = {
  access_token: 'example-access-token',
  refresh_token: 'example-refresh-token',
  password: 'example-password',
  prefix: 'sk_test_exam',
  secret: 'example-secret',
  token: 'example-token',
  code: '123456',
  otpauth_url: 'otpauth://totp/Florin:grace%40example.com?secret=EXAMPLESECRET&issuer=Florin',
  recovery_codes: 'abcd-efgh-ijkl-mnop',
  kid: 'example-key',
  x: 'example-public-key',
  commit: '0123456789abcdef0123456789abcdef01234567',
  // The start of a process, before the tour began.
  started_at: '2026-01-31T11:00:00.000Z',
};

const TOKEN = 'example'.padEnd(43, '0');
const LINK = `https://billing.example.com/pay/${TOKEN}`;
const PUBLIC_LINK = `https://billing.example.com/i/${TOKEN}`;
const PORTAL_LINK = `https://billing.example.com/portal/${TOKEN}`;
const FILE_LINK = `https://billing.example.com/exports/$1/file?expires=1769864400000&signature=${TOKEN}`;
const CARD_LINK = `https://billing.example.com/pay/test_cards/${TOKEN}`;

/** Texts that reveal the place and time of a recording, and their replacements. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/\bada-\d+-\d+@example\.com/g, 'ada@example.com'],
  [/https?:\/\/[^/\s"]+\/pay\/[\w-]{43}/g, LINK],
  [/https?:\/\/[^/\s"]+\/pay\/test_cards\/[\w-]{43}/g, CARD_LINK],
  [/https?:\/\/[^/\s"]+\/i\/[\w-]{43}/g, PUBLIC_LINK],
  [/https?:\/\/[^/\s"]+\/portal\/[\w-]{43}/g, PORTAL_LINK],
  [/https?:\/\/[^/\s"]+\/exports\/(exp_\w+)\/file\?expires=\d+&signature=[\w-]{43}/g, FILE_LINK],
  [/http:\/\/127\.0\.0\.1:\d+\//g, 'https://shop.example/'],
  [/127\.0\.0\.1|::1/g, '203.0.113.7'],
  [/\breq_\w+/g, 'req_example'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '01890a5d-ac96-774b-bcce-b302099a8057'],
];

/**
 * Makes recordings of all tours equal and harmless: ids are numbered, instants moved to one day,
 * secrets replaced. `startedAt` is the start of the tour, in milliseconds since 1970.
 */
export function makeTame(startedAt: number): (value: unknown) => unknown {
  const known = new Map<string, string>();
  const rename = (id: string, prefix: string): string => {
    const count = [...known.keys()].filter((each) => each.startsWith(prefix)).length + 1;
    const name = known.get(id) ?? `${prefix}${SHAPE}${String(count).padStart(4, '0')}`;
    known.set(id, name);
    return name;
  };
  const tameText = (text: string): string =>
    PLACES.reduce((rest, [from, to]) => rest.replaceAll(from, to), text)
      .replaceAll(ID, rename)
      .replace(DATE, (date) => moveDate(date, startedAt))
      .replaceAll(INSTANT, (instant) => move(instant, startedAt));
  const tame = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return tameSecret(name, value) ?? tameText(value);
    if (typeof value === 'number') return tameNumber(name, value);
    if (Array.isArray(value)) return value.map((item) => tame(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tame(item, key)]));
  };
  return (value) => tame(value);
}

function tameSecret(name: string, value: string): string | undefined {
  // Promotion codes are public, and have letters.
  if (name === 'code' && /[A-Z]/.test(value)) return undefined;
  const fake = SECRETS[name];
  if (fake === undefined || name !== 'secret') return fake;
  // The prefix shows the kind of a secret.
  return `${/^(whsec_|sk_test_)/.exec(value)?.[0] ?? ''}${fake}`;
}

/** Durations and remaining times vary between tours. */
function tameNumber(name: string, value: number): number {
  if (name === 'seconds') return 0.2;
  if (name === 'backlog' || name === 'age_seconds') return 0;
  return name === 'remaining_seconds' ? Math.round(value / 60) * 60 : value;
}

function moveDate(date: string, startedAt: number): string {
  const since = Date.parse(date) - dayBegin(startedAt);
  if (Math.abs(since) > NEAR_MS) return date;
  return new Date(DAY + since).toISOString().slice(0, 10);
}

function move(instant: string, startedAt: number): string {
  const at = Date.parse(instant);
  if (at < startedAt || at - startedAt > FAR_MS) return instant;
  // The end of a day does not depend on the start of the tour.
  if (instant.endsWith(END_OF_DAY))
    return new Date(dayBegin(DAY) + at - dayBegin(startedAt)).toISOString();
  const since = Math.floor((at - startedAt) / GRAIN_MS) * GRAIN_MS;
  return new Date(DAY + since).toISOString();
}

function dayBegin(at: number): number {
  return at - (at % 86_400_000);
}
