import { inspect } from 'node:util';
import {
  AppError,
  type ErrorCode,
  errorStatuses,
  newId,
  type Reply,
  toPublicId,
} from '@florin/contracts';
import { callerHasLeft } from '@florin/runtime/caller';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { assertionOf, expectFailure, REQUEST_ID, serveRoutes } from '../../test/serve-routes.ts';
import { nameField } from '../fields/fields.ts';
import { idParams } from '../fields/ids.ts';
import { limitField } from '../fields/page.ts';
import { BODY_BYTES_MAX } from '../requests/read-body.ts';
import { type ApiRequest, defineRoute, type Route } from './define-route.ts';

const user = { userId: newId(), accountId: newId(), role: 'owner' } as const;
const thingId = newId();

/** Returns the handler's input. */
const echo = async ({
  params,
  query,
  body,
  caller,
  requestId,
  idempotencyKey,
  authorization,
}: ApiRequest<unknown, unknown, unknown>): Promise<Reply> => ({
  status: 200,
  headers: { 'X-Echo': 'yes' },
  body: { params, query, body, caller, requestId, idempotencyKey, authorization },
});

const shared = {
  operationId: 'forATest',
  summary: 'For a test',
  token: 'session_or_key',
  scope: 'transactions:read',
  replies: { 200: z.object({}) },
  errors: ['invalid_request', 'unauthorized', 'not_found'],
  handle: echo,
} as const;

const listThings = defineRoute({
  ...shared,
  method: 'GET',
  path: '/v1/things',
  query: z.object({ limit: limitField(20), status: z.enum(['open', 'closed']).optional() }),
});
const getThing = defineRoute({
  ...shared,
  method: 'GET',
  path: '/v1/things/{thing_id}',
  params: idParams({ thing_id: 'transaction' }),
});
const createThing = defineRoute({
  ...shared,
  method: 'POST',
  path: '/v1/things',
  body: z.object({ name: nameField, note: z.string().optional() }),
  takesIdempotencyKey: true,
});
const closeThing = defineRoute({
  ...shared,
  method: 'POST',
  path: '/v1/things/{thing_id}/close',
  params: idParams({ thing_id: 'transaction' }),
  body: z.object({ reason: z.string().optional() }),
  isBodyOptional: true,
});
const startForm = defineRoute({
  ...shared,
  method: 'POST',
  path: '/v1/forms',
  form: { days: 'integer', now: 'boolean' },
  body: z.object({ days: z.int(), now: z.boolean(), name: z.string().optional() }),
});
/** A schema without restrictions on text. */
const anyText = defineRoute({
  ...shared,
  method: 'POST',
  path: '/v1/any/{text}',
  params: z.object({ text: z.string() }),
  query: z.object({ text: z.string().optional() }),
  form: {},
  body: z.object({ text: z.string().optional(), any: z.unknown().optional() }),
  isBodyOptional: true,
});
const routes = [anyText, listThings, getThing, createThing, closeThing, startForm];
const thingPath = `/v1/things/${toPublicId('transaction', thingId)}`;

const withHandle = (handle: Route['handle']): Route => ({ ...listThings, handle });

describe('a request', () => {
  it('reaches its handler with parsed input', async () => {
    const { send, answered } = await serveRoutes(routes);
    const listed = await send('GET', '/v1/things?limit=7&status=open', { caller: user });
    expect(listed.status).toBe(200);
    expect(listed.headers.get('X-Echo')).toBe('yes');
    expect(listed.body).toEqual({
      query: { limit: 7, status: 'open' },
      caller: { sessionId: null, scopes: null, readOnly: false, ...user },
      requestId: REQUEST_ID,
    });
    const got = await send('GET', thingPath, { caller: user });
    expect(got.body.params).toEqual({ thing_id: thingId });
    const json = { name: 'x' };
    const created = await send('POST', '/v1/things', { caller: user, json });
    expect(created.body.body).toEqual({ name: 'x' });
    expect(answered.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/v1/things', 200],
      ['GET', '/v1/things/{thing_id}', 200],
      ['POST', '/v1/things', 200],
    ]);
    expect(answered[0]).toMatchObject({ requestId: REQUEST_ID });
    expect(answered[0]?.durationMs).toBeGreaterThan(0);
  });

  it('has a deadline, counted from its arrival', async () => {
    const deadlines: number[] = [];
    const handle = async ({ deadline }: { deadline: number }) => {
      deadlines.push(deadline);
      return { status: 200, body: {} };
    };
    const { send } = await serveRoutes([{ ...withHandle(handle), timeoutMs: 15_000 }]);
    const before = performance.now();
    await send('GET', '/v1/things', { caller: user });
    expect(deadlines[0]).toBeGreaterThan(before + 15_000);
    expect(deadlines[0]).toBeLessThan(performance.now() + 15_000);
  });

  it('reports that its client has disconnected', async () => {
    const begun = Promise.withResolvers<() => boolean>();
    const handle = async () => {
      begun.resolve(callerHasLeft());
      await new Promise(() => {});
      return { status: 200, body: {} };
    };
    const { send } = await serveRoutes([withHandle(handle)]);
    const leave = new AbortController();
    const { signal } = leave;
    const answer = send('GET', '/v1/things', { caller: user, signal }).catch(() => 'none');
    const hasLeft = await begun.promise;
    expect(hasLeft()).toBe(false);
    leave.abort();
    await expect.poll(hasLeft).toBe(true);
    expect(await answer).toBe('none');
  });

  it.each([
    ['missing', null],
    ['no assertion', 'x'],
    ['for another path', assertionOf('GET', '/v1/others')],
    ['for another query', assertionOf('GET', '/v1/things?limit=2')],
    ['for another method', assertionOf('POST', '/v1/things')],
  ])('is refused if its assertion is %s', async (_what, assertion) => {
    const { send, answered } = await serveRoutes(routes);
    expectFailure(await send('GET', '/v1/things', { assertion }), 401, 'unauthorized');
    expect(answered).toMatchObject([{ status: 401, requestId: undefined }]);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/v1/unknown'],
    ['GET', `${thingPath}/more`],
    ['DELETE', '/v1/things'],
    ['PUT', '/v1/things'],
    ['OPTIONS', '/v1/things'],
    ['GET', '/V1/Things'],
    ['GET', '/v1/things/'],
  ])('results in 404 for %s %s', async (method, path) => {
    const { send } = await serveRoutes(routes);
    expectFailure(await send(method, path, { caller: user }), 404, 'not_found');
  });
});

describe('an id in a path', () => {
  it.each([
    'x',
    thingId,
    toPublicId('account', thingId),
    toPublicId('transaction', thingId).toUpperCase(),
    'txn_',
    '%00',
    '%zz',
    '%2f',
    "'%20or%201=1",
  ])('results in 404 if it is %s', async (id) => {
    const { send, bugs } = await serveRoutes(routes);
    const path = `/v1/things/${id}`;
    expectFailure(await send('GET', path, { caller: user }), 404, 'not_found');
    const close = await send('POST', `${path}/close`, { caller: user, body: '{' });
    expectFailure(close, 404, 'not_found');
    expect(bugs).toEqual([]);
  });
});

describe('a query', () => {
  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=many',
    'limit=',
    'limit=2&limit=3',
    'status=unknown',
    'status=open&status=open',
  ])('is refused: %s', async (query) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('GET', `/v1/things?${query}`, { caller: user });
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toMatch(/^(limit|status): /);
  });

  it.each(['', '?', '?&'])('may be empty: %s', async (query) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('GET', `/v1/things${query}`, { caller: user });
    expect(answer.body.query).toEqual({ limit: 20 });
  });

  it.each([
    ['statuss=open', 'unknown query parameter statuss: did you mean status?'],
    ['limit[a]=0', 'unknown query parameter limit[a]: did you mean limit?'],
    ['=1', 'unknown query parameter : omit it'],
    ['a=%00', 'unknown query parameter a: omit it'],
    ['a=1&b=2&c=3&d=4', 'unknown query parameters a, b, c and 1 more'],
    ['unknown=1&unknown=1', 'unknown: was sent more than once'],
    ['status=open&status=open', 'status: was sent more than once'],
    ['%zz', 'a name: has a % escape that is not valid UTF-8'],
    ['status=%e9', 'status: has a % escape that is not valid UTF-8'],
  ])('is refused with a reason: %s', async (query, message) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('GET', `/v1/things?${query}`, { caller: user });
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toBe(message);
  });

  it('may be empty if none is declared', async () => {
    const { send } = await serveRoutes(routes);
    const answer = await send('GET', `${thingPath}?status=open`, { caller: user });
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toBe('unknown query parameter status: omit it');
  });

  it('may contain anything on pages', async () => {
    const showError = () => ({ status: 400, headers: {}, text: 'sorry' });
    const { send } = await serveRoutes([{ ...listThings, query: undefined, showError }]);
    const answer = await send('GET', '/v1/things?utm_source=mail&x=%zz', { caller: user });
    expect(answer.status).toBe(200);
  });
});

describe('a body', () => {
  const asJson = { 'Content-Type': 'application/json' };

  it.each([
    ['broken JSON', '{"name":'],
    ['two values', '{"name":"x"} {}'],
    ['a comment', '{"name":"x"} // x'],
    ['broken UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['white space', ' '],
    ['an array', '[{"name":"x"}]'],
    ['null', 'null'],
    ['text', '"name"'],
    ['a number', '1'],
    ['a field of another type', '{"name":1}'],
    ['a missing field', '{}'],
    ['100 000 levels', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['nothing', ''],
  ])('is refused: %s', async (_what, body) => {
    const { send, bugs } = await serveRoutes(routes);
    const answer = await send('POST', '/v1/things', { caller: user, headers: asJson, body });
    expectFailure(answer, 400, 'invalid_request');
    expect(bugs).toEqual([]);
  });

  it.each([
    {},
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/xml' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'application/jsonp' },
    { 'Content-Type': 'text/json' },
    { 'Content-Type': '' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  ])('is refused with %j', async (headers) => {
    const { send } = await serveRoutes(routes);
    const body = Buffer.from('{"name":"x"}');
    const answer = await send('POST', '/v1/things', { caller: user, headers, body });
    expectFailure(answer, 400, 'invalid_request');
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])(
    'is read as %s',
    async (type) => {
      const { send } = await serveRoutes(routes);
      const headers = { 'Content-Type': type };
      const body = '{"name":"Zürich"}';
      const answer = await send('POST', '/v1/things', { caller: user, headers, body });
      expect(answer.body.body).toEqual({ name: 'Zürich' });
    },
  );

  it('is limited in size, however it is sent', async () => {
    const { send } = await serveRoutes(routes);
    const bytes = (count: number) => {
      const frame = '{"name":"x","note":""}';
      return frame.replace('""', `"${'x'.repeat(count - frame.length)}"`);
    };
    const post = (body: string | ReadableStream) =>
      send('POST', '/v1/things', { caller: user, headers: asJson, body });
    expect((await post(bytes(102_400))).status).toBe(200);
    expectFailure(await post(bytes(102_401)), 413, 'invalid_request');
    const chunked = new Blob([bytes(102_401)]).stream();
    expectFailure(await post(chunked), 413, 'invalid_request');
  });

  it('cannot pollute prototypes', async () => {
    const { send } = await serveRoutes(routes);
    const body = '{"name":"x","__proto__":{"role":"admin"},"constructor":{}}';
    const answer = await send('POST', '/v1/things', { caller: user, headers: asJson, body });
    expect(answer.body.message).toBe('unknown members __proto__, constructor');
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  it.each([
    ['absent', undefined, {}],
    ['empty', '', asJson],
    ['an empty object', '{}', asJson],
  ])('may be omitted if it is optional: %s', async (_what, body, headers) => {
    const { send } = await serveRoutes(routes);
    const sent = { caller: user, headers, ...(body === undefined ? {} : { body }) };
    const answer = await send('POST', `${thingPath}/close`, sent);
    expect(answer.body.body).toEqual({});
  });

  it.each(['null', '[]', '{"reason":1}', '{'])('is checked if it is present: %s', async (body) => {
    const { send } = await serveRoutes(routes);
    const sent = { caller: user, headers: asJson, body };
    expectFailure(await send('POST', `${thingPath}/close`, sent), 400, 'invalid_request');
  });

  it.each(['', '{}'])('may be empty if none is declared: %s', async (body) => {
    const { send } = await serveRoutes([{ ...listThings, method: 'DELETE' }]);
    const answer = await send('DELETE', '/v1/things', { caller: user, headers: asJson, body });
    expect(answer.status).toBe(200);
    expect(answer.body.body).toBeUndefined();
  });

  it.each(['anything', '[]', 'null', '{"reason":"none"}'])(
    'is refused if none is declared: %s',
    async (body) => {
      const { send } = await serveRoutes([{ ...listThings, method: 'DELETE' }]);
      const answer = await send('DELETE', '/v1/things', { caller: user, headers: asJson, body });
      expectFailure(answer, 400, 'invalid_request');
    },
  );

  it('names members that exist only in responses', async () => {
    const replies = { 200: z.object({ id: z.string(), status: z.string() }) };
    const { send } = await serveRoutes([{ ...createThing, replies }]);
    const json = { name: 'x', nam: 'y', status: 'done' };
    const answer = await send('POST', '/v1/things', { caller: user, json });
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toBe(
      'unknown member nam: did you mean name?; status cannot be set here',
    );
  });

  it('names the operation that changes what this one does not', async () => {
    const changedBy = { plan: 'POST /v1/things/{thing_id}/update' };
    const { send } = await serveRoutes([{ ...createThing, changedBy }]);
    const answer = await send('POST', '/v1/things', { caller: user, json: { plan: 'x', y: 1 } });
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toBe(
      'plan: cannot be changed here; use POST /v1/things/{thing_id}/update',
    );
  });
});

describe('a form', () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };

  it('is accepted if its fields are declared, with numbers and booleans', async () => {
    const { send } = await serveRoutes(routes);
    const body = 'days=14&now=true&name=14';
    const answer = await send('POST', '/v1/forms', { caller: user, headers, body });
    expect(answer.body.body).toEqual({ days: 14, now: true, name: '14' });
  });

  it.each([
    ['days=1&now=True', { days: 1, now: true }],
    ['days=1&now=TRUE', { days: 1, now: true }],
    ['days=1&now=FALSE', { days: 1, now: false }],
    ['days=1&now=true&name=', { days: 1, now: true }],
    ['days=1&now=true&name', { days: 1, now: true }],
  ])('%s', async (body, expected) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('POST', '/v1/forms', { caller: user, headers, body });
    expect(answer.body.body).toEqual(expected);
  });

  it.each([
    ['/v1/forms', 'application/json or application/x-www-form-urlencoded'],
    ['/v1/things', 'application/json'],
  ])('is mentioned in the error for another type if it is accepted: %s', async (path, types) => {
    const { send } = await serveRoutes(routes);
    const sent = { caller: user, headers: { 'Content-Type': 'text/plain' }, body: 'x' };
    const answer = await send('POST', path, sent);
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toBe(`send the body with Content-Type: ${types}`);
  });

  it.each([
    'days=1.5&now=true',
    'days=x&now=true',
    'days=1&now=1',
    'days=1&now=yes',
    'days=&now=true',
    'days=1&now=',
    'days=1&now=true&constructor=',
    'days=1&now=true&unknown=',
    'days=1&days=2&now=true',
    'x',
    'days=1&now=true&__proto__=x',
  ])('is refused: %s', async (body) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('POST', '/v1/forms', { caller: user, headers, body });
    expectFailure(answer, 400, 'invalid_request');
  });
});

describe('a text that cannot be stored', () => {
  const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const refused = 'text: must not contain NUL or broken surrogates';

  it.each([
    ['/v1/any/x?text=a%00b', {}, refused],
    ['/v1/any/x', { headers: asForm, body: 'text=a%00' }, refused],
    ['/v1/any/x', { json: { text: 'a\0' } }, refused],
    ['/v1/any/x', { json: { text: '\ud800' } }, refused],
    ['/v1/any/x', { json: { any: [{ a: ['\0'] }] } }, refused.replace('text', 'any')],
    ['/v1/any/x', { json: { any: { 'a\0': 1 } } }, refused.replace('text', 'any')],
  ])('is refused regardless of the schema: %s %j', async (path, sent, message) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('POST', path, { caller: user, ...sent });
    expectFailure(answer, 400, 'invalid_request');
    expect(answer.body.message).toBe(message);
  });

  it('results in 404 in a path', async () => {
    const { send } = await serveRoutes(routes);
    expectFailure(await send('POST', '/v1/any/a%00b', { caller: user }), 404, 'not_found');
  });
});

describe('access to a route', () => {
  const member = { ...user, role: 'member' } as const;
  const key = { accountId: newId(), scopes: ['transactions:read'] } as const;
  const otherKey = { accountId: newId(), scopes: ['transactions:write', 'events:read'] } as const;
  const denied = 'denied';

  it.each([
    { token: 'none', anonymous: 200, user: 200, key: 200, otherKey: 200 },
    { token: 'refresh', anonymous: 200, user: 200, key: 200, otherKey: 200 },
    { token: 'optional', anonymous: 200, user: 200, key: 200, otherKey: denied },
    { token: 'session', anonymous: 401, user: 200, key: denied, otherKey: denied },
    { token: 'session_or_key', anonymous: 401, user: 200, key: 200, otherKey: denied },
  ] as const)('a route for the token $token', async ({ token, ...expected }) => {
    for (const listsForbidden of [true, false]) {
      const errors = listsForbidden ? (['forbidden'] as const) : [];
      const { send } = await serveRoutes([{ ...listThings, token, errors }]);
      for (const [who, caller] of Object.entries({ anonymous: {}, user: member, key, otherKey })) {
        const answer = await send('GET', '/v1/things', { caller });
        const wanted = expected[who as keyof typeof expected];
        if (wanted === 200) expect([who, answer.status]).toEqual([who, 200]);
        else if (wanted === 401 || !listsForbidden) expectFailure(answer, 401, 'unauthorized');
        else expectFailure(answer, 403, 'forbidden');
      }
    }
  });

  it('is denied to API keys without a scope', async () => {
    const { scope: _, ...noScope } = listThings;
    const { send } = await serveRoutes([noScope]);
    const answer = await send('GET', '/v1/things', { caller: key });
    expectFailure(answer, 401, 'unauthorized');
    expect(answer.body.message).toContain('access token');
  });

  it.each(['GET', 'POST', 'PATCH', 'DELETE'] as const)(
    'is read-only for a suspended account: %s',
    async (method) => {
      const route: Route = { ...listThings, method };
      const { send } = await serveRoutes([
        route,
        { ...route, path: '/v1/allowed', allowsReadOnly: true },
        { ...route, path: '/v1/open', token: 'none' },
      ]);
      for (const caller of [member, key].map((who) => ({ ...who, readOnly: true }))) {
        const answer = await send(method, '/v1/things', { caller });
        if (method === 'GET') expect(answer.status).toBe(200);
        else expectFailure(answer, 403, 'forbidden');
        expect((await send(method, '/v1/allowed', { caller })).status).toBe(200);
        expect((await send(method, '/v1/open', { caller })).status).toBe(200);
      }
    },
  );

  it('is checked before anything else', async () => {
    const { send } = await serveRoutes(routes);
    const answer = await send('POST', '/v1/things/x/close', { body: '{' });
    expectFailure(answer, 401, 'unauthorized');
  });

  it('includes the Authorization header only with a refresh token', async () => {
    const refresh: Route = { ...listThings, path: '/v1/refresh', token: 'refresh' };
    const { send } = await serveRoutes([listThings, refresh]);
    const headers = { Authorization: 'Bearer secret' };
    const seen = async (path: string) =>
      (await send('GET', path, { caller: user, headers })).body.authorization;
    expect(await seen('/v1/refresh')).toBe('Bearer secret');
    expect(await seen('/v1/things')).toBeUndefined();
  });
});

describe('an Idempotency-Key', () => {
  const post = async (
    headers: Record<string, string>,
    caller: object = user,
    route: Route = createThing,
  ) => {
    const { send } = await serveRoutes([route]);
    return send('POST', '/v1/things', { caller, headers, json: { name: 'x' } });
  };

  it.each(['k', '!~', 'a'.repeat(255), 'a,b;c="d"'])('may be %s', async (key) => {
    const answer = await post({ 'Idempotency-Key': key });
    expect(answer.body.idempotencyKey).toBe(key);
  });

  it.each(['', ' ', 'a b', 'a'.repeat(256), 'caf\u00e9', 'a\tb'])('may not be %j', async (key) => {
    expectFailure(await post({ 'Idempotency-Key': key }), 400, 'invalid_request');
  });

  it('may be left out', async () => {
    expect((await post({})).body.idempotencyKey).toBeUndefined();
  });

  it.each([
    ['on a route that takes none', user, { ...createThing, takesIdempotencyKey: false }],
    ['without a token', {}, { ...createThing, token: 'optional' } as Route],
  ])('is ignored %s', async (_when, caller, route) => {
    for (const key of ['key', 'a b']) {
      const answer = await post({ 'Idempotency-Key': key }, caller, route);
      expect(answer.status).toBe(200);
      expect(answer.body.idempotencyKey).toBeUndefined();
    }
  });

  it('works for API keys as for users', async () => {
    const key = { accountId: newId(), scopes: ['transactions:read'] };
    expect((await post({ 'Idempotency-Key': 'k' }, key)).body.idempotencyKey).toBe('k');
  });
});

describe('a request that must be repeated later', () => {
  const later = (status: number, code: ErrorCode) => {
    const reply = { status, body: { error: code, message: 'come back' } };
    const returned = withHandle(async () => reply);
    const thrown = withHandle(() => Promise.reject(new AppError(code, 'come back')));
    const showError = () => ({ status, headers: { 'Content-Type': 'text/html' }, text: 'later' });
    return [returned, thrown, { ...thrown, showError }];
  };

  it.each(Object.entries(errorStatuses) as [ErrorCode, number][])(
    'gets Retry-After exactly for 429 and 503: %s',
    async (code, status) => {
      for (const route of later(status, code)) {
        const { send } = await serveRoutes([route]);
        const answer = await send('GET', '/v1/things', { caller: user });
        const expected = status === 429 || status === 503 ? '1' : null;
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, expected]);
      }
    },
  );
});

describe('an error in a handler', () => {
  const throws = (error: unknown) => withHandle(() => Promise.reject(error));

  it.each([
    [new AppError('conflict', 'already done'), 409, 'conflict', {}],
    [new AppError('not_found', 'nothing here'), 404, 'not_found', {}],
    [new AppError('unavailable', 'later'), 503, 'unavailable', { 'Retry-After': '1' }],
    [
      new AppError('conflict', 'still running', { headers: { 'Retry-After': '2' } }),
      409,
      'conflict',
      { 'Retry-After': '2' },
    ],
    [new AppError('invalid_request', 'other content', { status: 422 }), 422, 'invalid_request', {}],
  ] as const)('is answered when it is expected: %s', async (error, status, code, headers) => {
    const { send, bugs, answered } = await serveRoutes([throws(error)]);
    const answer = await send('GET', '/v1/things', { caller: user });
    expectFailure(answer, status, code);
    expect(answer.body.message).toBe(error.message);
    for (const [name, value] of Object.entries(headers))
      expect(answer.headers.get(name)).toBe(value);
    expect(answered).toMatchObject([{ status }]);
    expect(bugs).toEqual([]);
  });

  it.each([
    ['an error', throws(new Error('the secret text'))],
    ['no error', throws('the secret text')],
    ['nothing', throws(undefined)],
    ['an internal error of a callee', throws(new AppError('internal_error', 'the secret text'))],
    [
      'an error before it has a promise',
      withHandle(() => {
        throw new Error('the secret text');
      }),
    ],
    [
      'a reply that is no JSON',
      withHandle(async () => ({ status: 200, body: { amount: 1n, text: 'the secret text' } })),
    ],
    [
      'a header that cannot be sent',
      withHandle(async () => ({ status: 200, headers: { Location: 'a\nb' }, body: {} })),
    ],
  ])('results in 500 without its text, and is logged: %s', async (_what, route) => {
    const { send, bugs, answered } = await serveRoutes([route]);
    const answer = await send('GET', '/v1/things', { caller: user });
    expectFailure(answer, 500, 'internal_error');
    expect(answer.text).not.toContain('secret');
    expect(bugs).toHaveLength(1);
    expect(bugs[0]?.[1]).toBe(REQUEST_ID);
    expect(answered).toMatchObject([{ status: 500, requestId: REQUEST_ID }]);
  });
});

describe('the contents of a body', () => {
  const printed: unknown[] = [];
  beforeEach(() => {
    printed.length = 0;
    for (const method of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...line) => printed.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['broken JSON', '{"password":"hunter2",}', {}],
    ['a wrong field', '{"name":{"password":"hunter2"},"password":"hunter2"}', {}],
    ['another type', 'password=hunter2', { 'Content-Type': 'text/plain' }],
    ['an encoding', '{"password":"hunter2"}', { 'Content-Encoding': 'gzip' }],
    ['too many bytes', `{"password":"hunter2${'x'.repeat(BODY_BYTES_MAX)}"}`, {}],
  ])('never reach the log or the response: %s', async (_what, body, more) => {
    const { send, answered, bugs } = await serveRoutes(routes);
    const headers = { 'Content-Type': 'application/json', ...more };
    const answer = await send('POST', '/v1/things', { caller: user, headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const seen = inspect([answer.text, answered, bugs, printed], { depth: null });
    expect(seen).not.toContain('hunter2');
  });
});
