import { gzipSync } from 'node:zlib';
import { bodyOf } from '@florin/system-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, call } from '../api.ts';
import { checkAnswer } from '../check-answer.ts';
import { ADMIN, logInAs, newOwner, type Owner } from '../contract/people.ts';
import { expectOrderly } from '../expect-orderly.ts';
import {
  bodiesOf,
  chooseByRepetition,
  formsOf,
  hostileBodies,
  hostilePaths,
  hostileQueries,
  hostileSegments,
  hostileTokens,
  NEVER_SHOWN,
  NEVER_TAKEN,
  queriesOf,
} from '../hostile-input.ts';
import { type Operation, operationsOf, readOpenApi } from '../operations.ts';
import { callRaw, type RawAnswer, type RawCall } from '../raw-call.ts';

/** Parallel requests: enough to be fast, few enough not to be refused for load. */
const LANES = 6;
const PATIENCE_MS = 20_000;
/** For thousands of requests under load; each parameter adds some. */
const MANY_MS = 180_000;

let operations: readonly Operation[];
let owner: Owner;
beforeAll(async () => {
  operations = operationsOf(await readOpenApi());
  owner = await newOwner();
});

interface Attempt extends RawCall {
  readonly method: string;
  readonly path: string;
  /** The hostile part of the request. */
  readonly what: string;
}

/** Makes all attempts and returns the status of each by name. */
async function tryAll(attempts: Iterable<Attempt>): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const queue = attempts[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { method, path, what, ...rest } = next.value;
      const name = `${method} ${path.slice(0, 100)} with ${what}`;
      const answer = await callPatiently(name, () => callRaw(method, path, rest));
      expectOrderly(name, answer);
      await checkAnswer(baseUrl(), method, path, toParsed(answer));
      statuses.set(name, answer.status);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return statuses;
}

/** Retries temporary refusals, as a client does. */
async function callPatiently(name: string, ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  const waitEndsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask().catch((error: Error) => {
      throw new Error(`${name}: no answer`, { cause: error });
    });
    const retryAfterS = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || retryAfterS < 1 || performance.now() > waitEndsAt) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryAfterS * 1_000));
  }
}

function toParsed({ status, headers, text }: RawAnswer) {
  return { status, headers, body: bodyOf({ headers }, text) };
}

const pathOf = ({ template }: Operation, segment: string) =>
  template.replaceAll(/\{\w+\}/g, segment);
const withToken = (token: string, type?: string) => ({
  Authorization: `Bearer ${token}`,
  ...(type === undefined ? {} : { 'Content-Type': type }),
});

/** The owner, or a new one if the last attempts ended the session or the account. */
async function anOwner(): Promise<Owner> {
  const { status } = await owner.call('GET', '/v1/account');
  if (status !== 200) owner = await newOwner();
  return owner;
}

describe('hostile input', () => {
  it('in Authorization gets an orderly answer from every operation', async () => {
    const choose = chooseByRepetition();
    const attempts = operations.flatMap((operation) =>
      choose(operation.method, hostileTokens).map((headers) => ({
        method: operation.method,
        path: pathOf(operation, 'x'),
        what: JSON.stringify(headers).slice(0, 60),
        headers,
      })),
    );
    const statuses = await tryAll(attempts);
    expect(statuses.size).toBe(attempts.length);
    expect([...statuses.values()].filter((status) => status === 401).length).toBeGreaterThan(100);
  });

  it('in bodies gets an orderly answer from every operation', { timeout: MANY_MS }, async () => {
    const choose = chooseByRepetition();
    for (const operation of operations) {
      const { token } = await anOwner();
      const { method, template } = operation;
      // The gateway refuses the body of a GET: a few are enough.
      const possible = method === 'GET' ? hostileBodies.slice(-3) : hostileBodies;
      const [, , resource] = template.split('/');
      const bodies = choose([method === 'GET', resource], possible);
      await tryAll(
        bodies.map(({ name, type, body }) => ({
          method,
          path: pathOf(operation, 'txn_01h455vb4pex5vsknk084sn02q'),
          what: name,
          headers: withToken(token, type),
          body,
        })),
      );
    }
  });

  it('in any member of a body gets an orderly answer', async () => {
    const credit = await owner.call('POST', '/v1/transactions', {
      body: { account_id: owner.accountId, amount: 1, currency: 'USD', type: 'credit' },
    });
    const choose = chooseByRepetition();
    for (const operation of operations.filter(({ body }) => body?.properties)) {
      const actor = await anOwner();
      const samples = {
        account_id: JSON.stringify(actor.accountId),
        currency: '"USD"',
        email: '"nobody@example.com"',
        customer_email: '"nobody@example.com"',
        password: '"correct horse battery"',
        url: '"http://127.0.0.1:9/"',
        settings: '{"currency": "USD"}',
        metadata: '{"a": 1}',
      };
      const attempts = [...bodiesOf(operation, samples, choose)].map(({ name, type, body }) => ({
        method: operation.method,
        path: pathOf(operation, credit.body.id),
        what: name,
        headers: withToken(actor.token, type),
        body,
      }));
      const statuses = await tryAll(attempts);
      expect(statuses.size, operation.template).toBe(attempts.length);
      for (const [name, status] of statuses)
        if (NEVER_TAKEN.test(name) || NEVER_SHOWN.test(name))
          expect([400, 403, 404, 409], name).toContain(status);
    }
    // Some thousand requests, one by one on a busy machine.
  }, 120_000);

  it('in the path gets an orderly answer, and names no object', async () => {
    const choose = chooseByRepetition();
    const attempts = operations
      .filter(({ template }) => template.includes('{'))
      .flatMap((operation) =>
        choose(operation.template.match(/\{\w+\}/g), hostileSegments).map((segment) => ({
          method: operation.method,
          path: pathOf(operation, segment),
          what: 'the owner',
          headers: withToken(owner.token, 'application/json'),
          body: operation.body ? '{}' : undefined,
        })),
      );
    const statuses = await tryAll(attempts);
    for (const [name, status] of statuses) expect([400, 403, 404], name).toContain(status);
  });

  it('on unknown routes gets an orderly answer', async () => {
    const statuses = await tryAll(
      hostilePaths.flatMap((path) =>
        ['GET', 'POST', 'DELETE'].map((method) => ({ method, path, what: 'nothing' })),
      ),
    );
    for (const [name, status] of statuses)
      expect([400, 401, 404, 405, 431], name).toContain(status);
  });

  it("within the gateway's limits of length gets an orderly answer from the services", async () => {
    await tryAll(
      [`/v1/transactions/${'a'.repeat(8_000)}`, `/v1/account?a=${'a'.repeat(10_000)}`].map(
        (path) => ({
          method: 'GET',
          path,
          what: 'the owner',
          headers: withToken(owner.token),
        }),
      ),
    );
  });

  it('in the query gets an orderly answer from every read', async () => {
    await tryAll(
      operations
        .filter(({ method }) => method === 'GET')
        .flatMap((operation) =>
          hostileQueries.map((query) => ({
            method: 'GET',
            path: `${pathOf(operation, owner.accountId)}?${query}`,
            what: 'the owner',
            headers: withToken(owner.token),
          })),
        ),
    );
  });

  it(
    'in any parameter of a query gets an orderly answer',
    async () => {
      // Administrators' lists have all parameters that other lists have.
      const { token } = await logInAs(ADMIN.email, ADMIN.password);
      const choose = chooseByRepetition();
      const statuses = await tryAll(
        operations.flatMap((operation) =>
          queriesOf(operation, choose).map((query) => ({
            method: operation.method,
            path: `${pathOf(operation, owner.accountId)}?${query}`,
            what: 'the administrator',
            headers: withToken(token),
          })),
        ),
      );
      expect(statuses.size).toBeGreaterThan(1_500);
    },
    MANY_MS,
  );

  it('in any field of a form gets an orderly answer', async () => {
    const { token } = await anOwner();
    const statuses = await tryAll(
      operations.flatMap((operation) =>
        formsOf(operation).map((body) => ({
          method: operation.method,
          path: pathOf(operation, 'sub_01h455vb4pex5vsknk084sn02q'),
          what: `the form ${body}`,
          headers: withToken(token, 'application/x-www-form-urlencoded'),
          body,
        })),
      ),
    );
    expect(statuses.size).toBeGreaterThan(300);
  });

  it('of any size is answered: up to 100 KB it is read, above that it gets 413', async () => {
    const send = (bytes: number) =>
      callRaw('POST', '/v1/transactions', {
        headers: withToken(owner.token, 'application/json'),
        body: `"${'x'.repeat(bytes - 2)}"`,
      });
    for (const [bytes, status] of [
      [102_400, 400],
      [102_401, 413],
      [3_000_000, 413],
    ] as const) {
      const answer = await send(bytes);
      expectOrderly(`${bytes} bytes`, answer);
      expect([bytes, answer.status]).toEqual([bytes, status]);
    }
  });

  it('is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    const headers = {
      ...withToken(owner.token, 'application/json'),
      'Content-Encoding': 'gzip',
    };
    const statuses = await tryAll(
      operations
        .filter(({ method }) => method !== 'GET')
        .map((operation) => ({
          method: operation.method,
          path: pathOf(operation, 'x'),
          what: 'a gzip bomb',
          headers,
          body: bomb,
        })),
    );
    for (const [name, status] of statuses) expect([400, 401, 403, 404], name).toContain(status);
  });

  it('in an Idempotency-Key is a 400', async () => {
    const headers = withToken(owner.token, 'application/json');
    const body = JSON.stringify({
      account_id: owner.accountId,
      amount: 1,
      currency: 'USD',
      type: 'credit',
    });
    const keys = ['', 'two words', 'x'.repeat(256), '\u00e9', '\t'];
    const statuses = await tryAll(
      keys.map((key) => ({
        method: 'POST',
        path: '/v1/transactions',
        what: JSON.stringify(key),
        headers: { ...headers, 'Idempotency-Key': key },
        body,
      })),
    );
    expect([...statuses.values()]).toEqual(keys.map(() => 400));
  });

  it('has done no harm: every service still answers', async () => {
    expect((await owner.call('GET', '/v1/account/balance')).status).toBe(200);
    expect((await call('GET', '/readyz')).status).toBe(200);
    await newOwner();
  });
});
