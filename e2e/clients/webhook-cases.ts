import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const now = () => Math.floor(Date.now() / 1_000);

const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment.succeeded',
  account_id: 'acc_1',
  data: { object: { name: 'Größe – 請求書 🧾' } },
});

function sign(seconds: number, secret = SECRET): string {
  return new Webhook(secret).sign('evt_1', new Date(seconds * 1_000), body);
}

function headersOf(change: object = {}, seconds = now()): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': sign(seconds),
    ...change,
  };
}

interface Asked {
  readonly secrets: readonly string[];
  readonly headers: Record<string, string>;
  readonly body: string;
}

const make = (change: Partial<Asked> = {}): Asked => ({
  secrets: [SECRET],
  headers: headersOf(),
  body,
  ...change,
});
const withHeader = (name: string, value: string) => make({ headers: headersOf({ [name]: value }) });

/**
 * Valid webhooks by name, made when they are sent, since they hold the time. Signed by another
 * implementation.
 */
export const taken: readonly [what: string, make: () => Asked][] = [
  ['what is signed', make],
  ['what is signed with the former of two secrets', () => make({ secrets: [OTHER, SECRET] })],
  [
    'what one of several signatures fits',
    () => {
      const { headers, ...rest } = make();
      const seconds = Number(headers['webhook-timestamp']);
      const several = `v2,x v1,!! v1,AAAA ${sign(seconds, OTHER)} ${sign(seconds)}`;
      return { ...rest, headers: { ...headers, 'webhook-signature': several } };
    },
  ],
  ['what was four minutes under way', () => make({ headers: headersOf({}, now() - 240) })],
];

export const refused: readonly [what: string, make: () => Asked][] = [
  ['another body', () => make({ body: `${body} ` })],
  ['another secret', () => make({ secrets: [OTHER] })],
  ['another id', () => withHeader('webhook-id', 'evt_2')],
  ['another time', () => withHeader('webhook-timestamp', String(now() - 1))],
  ['an old time', () => make({ headers: headersOf({}, now() - 400) })],
  ['a time to come', () => make({ headers: headersOf({}, now() + 400) })],
  ['an invalid time', () => withHeader('webhook-timestamp', 'now')],
  ['an empty signature', () => withHeader('webhook-signature', '')],
  [
    'a signature of another kind',
    () => withHeader('webhook-signature', sign(now()).replace('v1,', 'v1a,')),
  ],
];
