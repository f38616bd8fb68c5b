import { rotatingShare } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../api.ts';
import { isPage } from '../operations.ts';
import { prepare } from './access/ask.ts';
import { byKnowledge } from './access/recipes.ts';
import { makeSide, type Side } from './access/sides.ts';
import { bodyWith } from './body-objects.ts';
import { readOperations } from './document.ts';
import { logInAdmin } from './world.ts';

/** Free for clients to fill. */
const FREE = 'metadata';
/** One commit checks a third of the operations: all parse names with the same code. */
const SHARES = 3;

const operations = (await readOperations()).filter(
  // Pages take what mail programs add to links; notices are for those who send them to fill.
  ({ operation }) =>
    !isPage(operation.split(' ')[1] ?? '') && !/ \/(processors|mail)\//.test(operation),
);
/** A path of the operation that leads somewhere, and who may follow it. */
async function reach(operation: string): Promise<{ path: string; token?: string }> {
  const [, path = ''] = operation.split(' ');
  if (byKnowledge.includes(operation)) return { path };
  return prepare(operation, side, admin);
}

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
});

/** The refusal, also where it is the outcome of one of many. */
function refusalOf({ status, body }: { status: number; body: Record<string, unknown> }) {
  const [item] = status === 200 && Array.isArray(body.data) ? body.data : [];
  const { status: code, body: refusal } = item ?? { status, body };
  // Members that are missing or wrong follow in the same message.
  return [code, refusal.error, String(refusal.message).split('; ')[0]] as const;
}

describe('a query parameter that an operation does not know', () => {
  it.each(rotatingShare(operations, SHARES))('is refused by its name: $operation', async (one) => {
    const { operation, query } = one;
    const [method = ''] = operation.split(' ');
    const { path, token } = await reach(operation);
    const ask = async (text: string) =>
      refusalOf(
        await call(
          method,
          `${path}${path.includes('?') ? '&' : '?'}${text}`,
          token === undefined ? {} : { token },
        ),
      );
    expect(await ask('flavour=green')).toEqual([
      400,
      'invalid_request',
      'unknown query parameter flavour: omit it',
    ]);
    for (const name of query)
      expect(await ask(`${name}x=1`)).toEqual([
        400,
        'invalid_request',
        `unknown query parameter ${name}x: did you mean ${name}?`,
      ]);
  });
});

describe('a member of a body that an operation does not know', () => {
  const bodies = operations.filter(({ operation }) => !operation.startsWith('GET '));

  it.each(rotatingShare(bodies, SHARES))('is refused by its name: $operation', async (one) => {
    const { operation, objects } = one;
    const [method = ''] = operation.split(' ');
    const { path, token } = await reach(operation);
    const ask = async (body: object) =>
      refusalOf(await call(method, path, { ...(token === undefined ? {} : { token }), body }));
    const none = { path: '', names: [], isOpen: false };
    for (const { path: within, names } of objects.filter(({ isOpen }) => !isOpen).concat(none)) {
      // Items of many are told by themselves.
      const at = operation.endsWith('/bulk') || within === '' ? '' : `${within}.`;
      expect(await ask(bodyWith(within, { flavour: 'green' }))).toEqual([
        400,
        'invalid_request',
        `unknown member ${at}flavour: omit it`,
      ]);
      for (const name of names)
        expect((await ask(bodyWith(within, { [`${name}x`]: 1 })))[2]).toBe(
          `unknown member ${at}${name}x: did you mean ${at}${name}?`,
        );
    }
  });

  it('is said to be refused, but for those of metadata', () => {
    const open = operations.flatMap(({ operation, objects }) =>
      objects.filter(({ isOpen }) => isOpen).map(({ path }) => `${operation} ${path}`),
    );
    expect(open.filter((each) => !each.endsWith(FREE))).toEqual([]);
  });

  it('is looked for in many operations, and deep inside', () => {
    expect(bodies.length).toBeGreaterThan(30);
    const paths = bodies.flatMap(({ objects }) => objects.map(({ path }) => path));
    expect(paths).toEqual(expect.arrayContaining(['', 'settings', 'transactions.0', FREE]));
  });
});
