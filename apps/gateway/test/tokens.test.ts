import { generateKeyPairSync } from 'node:crypto';
import { newId, toPublicId } from '@florin/contracts';
import { exportJWK, generateKeyPair, importPKCS8, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIssuer, type Issuer } from './issuer.ts';
import { rawCall } from './raw-call.ts';
import { makeRecorder } from './recorder.ts';
import { identityRpcs, startPlainService, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const alive = { alive: true, accountId: newId(), role: 'owner', readOnly: false };
const recorder = makeRecorder();
let session = alive;
let isAway = false;
let issuer: Issuer;
let services: TestService[];
let gateway: TestGateway;

beforeAll(async () => {
  issuer = await createIssuer();
  const routes = guarded.map(([method, path, token]) => ({ method, template: path, token }));
  services = [
    await startService(
      'identity',
      [],
      [
        identityRpcs(issuer, () => {
          if (isAway) throw new Error('the database is away');
          return session;
        }),
      ],
    ),
    await startPlainService('ledger', routes, recorder.listener),
  ];
  gateway = await startGateway(services);
  await gateway.ready();
});

beforeEach(() => {
  session = alive;
  isAway = false;
  recorder.requests.length = 0;
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all(services.map((service) => service.stop()));
});

function send(token: string, method = 'GET', path = '/v1/transactions') {
  const headers = { Authorization: `Bearer ${token}` };
  return gateway.call(method, path, { headers });
}

/** Every kind of token requirement, for reads and writes. */
const guarded = [
  ['GET', '/v1/transactions', 'session_or_key'],
  ['POST', '/v1/transactions', 'optional'],
  ['PATCH', '/v1/payments', 'session_or_key'],
  ['DELETE', '/v1/payments', 'session'],
  ['GET', '/v1/payments', 'session'],
] as const;

const now = () => Math.floor(Date.now() / 1000);

/** Every token that must be refused, by its fault. */
const corpus: readonly [string, () => Promise<string> | string][] = [
  ['alg none', () => unsigned()],
  ['alg none with a kid', async () => forge({ alg: 'none', typ: 'at+jwt', kid: 'k1' })],
  ['alg NONE in capitals', async () => forge({ alg: 'NONE', typ: 'at+jwt', kid: 'k1' })],
  ['HS256 with the public key as secret', () => hs256(Buffer.from(issuer.publicPem))],
  [
    'HS256 with the raw public key as secret',
    () => hs256(Buffer.from(rawPublicKey(), 'base64url')),
  ],
  ['RS256', () => rs256()],
  ["a stranger's key", async () => (await createIssuer()).mint()],
  ["a stranger's key under an unknown kid", async () => (await createIssuer('k2')).mint()],
  ['its own key in jwk', () => ownKey()],
  ['a key at jku', () => issuer.mint({ header: { jku: 'http://127.0.0.1:1/', kid: 'k9' } })],
  ['a key at x5u', () => issuer.mint({ header: { x5u: 'http://127.0.0.1:1/', kid: 'k9' } })],
  ['no kid', () => issuer.mint({ header: { kid: undefined } })],
  ['an empty kid', () => issuer.mint({ header: { kid: '' } })],
  ['a kid that is a path', () => issuer.mint({ header: { kid: '../../etc/passwd' } })],
  ['a kid that is SQL', () => issuer.mint({ header: { kid: "k1' or '1'='1" } })],
  ['a kid __proto__', () => issuer.mint({ header: { kid: '__proto__' } })],
  ['a kid that is a number', () => issuer.mint({ header: { kid: 1 } })],
  ['a kid that is an object', () => issuer.mint({ header: { kid: { k1: 1 } } })],
  ['a very long kid', () => issuer.mint({ header: { kid: 'k'.repeat(1_000) } })],
  ['an unknown critical header', () => forge({ ...goodHeader, crit: ['x'], x: 1 })],
  ['a payload that is not encoded', () => forge({ ...goodHeader, b64: false, crit: ['b64'] })],
  ['typ JWT', () => issuer.mint({ header: { typ: 'JWT' } })],
  ['no typ', () => issuer.mint({ header: { typ: undefined } })],
  ['typ of a refresh token', () => issuer.mint({ header: { typ: 'rt+jwt' } })],
  ['no exp', () => issuer.mint({ claims: { exp: undefined } })],
  ['exp in the past', () => issuer.mint({ claims: { exp: now() - 1 } })],
  ['exp now', () => issuer.mint({ claims: { exp: now() } })],
  ['exp that is text', () => issuer.mint({ claims: { exp: String(now() + 600) } })],
  ['exp that is null', () => issuer.mint({ claims: { exp: null } })],
  ['nbf in the future', () => issuer.mint({ claims: { nbf: now() + 600 } })],
  ['another issuer', () => issuer.mint({ claims: { iss: 'evil' } })],
  ['no issuer', () => issuer.mint({ claims: { iss: undefined } })],
  ['several issuers', () => issuer.mint({ claims: { iss: ['florin'] } })],
  ['another audience', () => issuer.mint({ claims: { aud: 'florin-web' } })],
  ['no audience', () => issuer.mint({ claims: { aud: undefined } })],
  ['no subject', () => issuer.mint({ claims: { sub: undefined } })],
  [
    'a subject of another kind',
    () => issuer.mint({ claims: { sub: toPublicId('account', newId()) } }),
  ],
  ['a subject that is a UUID', () => issuer.mint({ claims: { sub: newId() } })],
  [
    'a subject in capitals',
    () => issuer.mint({ claims: { sub: toPublicId('user', newId()).toUpperCase() } }),
  ],
  [
    'a subject that is a list',
    () => issuer.mint({ claims: { sub: [toPublicId('user', newId())] } }),
  ],
  ['no session', () => issuer.mint({ claims: { sid: undefined } })],
  ['a session that is a user', () => issuer.mint({ claims: { sid: toPublicId('user', newId()) } })],
  ['no revision', () => issuer.mint({ claims: { rev: undefined } })],
  ['a revision that is text', () => issuer.mint({ claims: { rev: '0' } })],
  ['a fractional revision', () => issuer.mint({ claims: { rev: 0.5 } })],
  ['a negative revision', () => issuer.mint({ claims: { rev: -1 } })],
  [
    'a changed payload',
    async () =>
      swap(1, { ...decode((await issuer.mint()).split('.')[1]), sub: toPublicId('user', newId()) }),
  ],
  ['a changed header', async () => swap(0, { ...goodHeader, kid: 'k1', x: 1 })],
  ['a signature cut short', async () => (await issuer.mint()).slice(0, -2)],
  ['no signature', async () => `${(await issuer.mint()).split('.').slice(0, 2).join('.')}.`],
  ['two parts', async () => (await issuer.mint()).split('.').slice(0, 2).join('.')],
  ['four parts', async () => `${await issuer.mint()}.AAAA`],
  ['five parts', () => 'a.b.c.d.e'],
  ['dots', () => '..'],
  ['a payload that is not JSON', () => forge(goodHeader, 'nonsense')],
  ['a payload that is a list', () => forge(goodHeader, '[]')],
  ['a header that is not JSON', () => `${encode('{')}.${encode('{}')}.AAAA`],
  ['a header that is null', () => `${encode('null')}.${encode('{}')}.AAAA`],
  ['a header in broken UTF-8', () => `${Buffer.from([0xff]).toString('base64url')}.e30.AAAA`],
  ['an opaque token', () => 'rt_0123456789abcdef0123456789abcdef'],
  ['8 KB', async () => `${await issuer.mint()}${'A'.repeat(8_000)}`],
  ['8 KB of claims', () => issuer.mint({ claims: { more: 'a'.repeat(6_000) } })],
];

describe('a token with', () => {
  it.each(corpus)('%s is refused', async (_title, make) => {
    const token = await make();
    const answers = await Promise.all(guarded.map(([method, path]) => send(token, method, path)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
    expect(recorder.requests).toEqual([]);
  });

  it('64 KB does not fit the headers', async () => {
    const lines = [
      'GET /v1/transactions HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${'A'.repeat(65_536)}`,
    ];
    const answer = await rawCall(gateway.port, `${lines.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatchObject({ status: 431, body: { error: 'invalid_request' } });
  });

  it('no fault is accepted repeatedly', async () => {
    const token = await issuer.mint();
    for (let count = 0; count < 3; count += 1) expect((await send(token)).status).toBe(200);
  });
});

it('refuses two Authorization headers, even with the same valid token', async () => {
  const header = `Authorization: Bearer ${await issuer.mint()}`;
  const lines = ['GET /v1/transactions HTTP/1.1', 'Host: a', header, header];
  const answer = await rawCall(gateway.port, `${lines.join('\r\n')}\r\n\r\n`);
  expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
});

it('refuses a cached token once it has expired', async () => {
  // Into the past and back: ids from a clock set ahead would stay ahead in later test files.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 601_000 });
  onTestFinished(() => void vi.useRealTimers());
  const token = await issuer.mint({ claims: { exp: now() + 600 } });
  expect((await send(token)).status).toBe(200);
  vi.useRealTimers();
  const answer = await send(token);
  expect(answer.status).toBe(401);
  expect(answer.body.message).toContain('POST /v1/auth/refresh');
});

describe('the session behind a token', () => {
  it('is refused at once if it has ended', async () => {
    const token = await issuer.mint();
    expect((await send(token)).status).toBe(200);
    session = { ...alive, alive: false };
    expect(await send(token)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  it('causes 503 if it cannot be looked up', async () => {
    isAway = true;
    const answer = await send(await issuer.mint());
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(recorder.requests).toEqual([]);
  });

  it('may belong to a user without an account', async () => {
    session = { alive: true, accountId: '', role: '', readOnly: false };
    expect((await send(await issuer.mint())).status).toBe(200);
  });
});

const goodHeader = { alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' };

function goodClaims() {
  const [sub, sid] = [toPublicId('user', newId()), toPublicId('session', newId())];
  return { iss: 'florin', aud: 'florin-api', sub, sid, rev: 0, exp: now() + 600 };
}

function unsigned(): string {
  return new UnsecuredJWT(goodClaims()).encode();
}

function forge(header: object, payload = JSON.stringify(goodClaims())): string {
  return `${encode(JSON.stringify(header))}.${encode(payload)}.${'A'.repeat(86)}`;
}

function hs256(secret: Uint8Array): Promise<string> {
  const header = { alg: 'HS256', typ: 'at+jwt', kid: 'k1' };
  return new SignJWT(goodClaims()).setProtectedHeader(header).sign(secret);
}

async function rs256(): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const header = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };
  const key = await importPKCS8(pem, 'RS256');
  return new SignJWT(goodClaims()).setProtectedHeader(header).sign(key);
}

async function ownKey(): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const header = { ...goodHeader, jwk: await exportJWK(publicKey) };
  return new SignJWT(goodClaims()).setProtectedHeader(header).sign(privateKey);
}

function rawPublicKey(): string {
  return JSON.parse(issuer.jwks).keys[0].x;
}

/** A valid token with one part replaced. */
async function swap(index: number, content: object): Promise<string> {
  const parts = (await issuer.mint()).split('.');
  parts[index] = encode(JSON.stringify(content));
  return parts.join('.');
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(part = ''): object {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
