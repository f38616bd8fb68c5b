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

/** Clients choose names here freely. */
const FREE = 'metadata';
/** One commit checks a third of the operations: all parse names with the same code. */
const SHARES = 3;

const operations = (await readOperations()).filter(
  // Pages accept parameters that mail programs add to links; webhooks of processors accept any.
  ({ operation }) =>
    !isPage(operation.split(' ')[1] ?? '') && !/ \/(processors|mail)\//.test(operation),
);
/** An existing path of the operation, and a token that may read it. */
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

/** The refusal, also inside the outcome of one of several items. */
function refusalOf({ status, body }: { status: number; body: Record<string, unknown> }) {
  const [item] = status === 200 && Array.isArray(body.data) ? body.data : [];
  const { status: code, body: refusal } = item ?? { status, body };
  // Missing or wrong members follow in the same message.
  return [code, refusal.error, String(refusal.message).split('; ')[0]] as const;
}

describe('an unknown query parameter', () => {
  it.each(rotatingShare(operations, SHARES))('is refused by name: $operation', async (one) => {
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

describe('an unknown member of a body', () => {
  const bodies = operations.filter(({ operation }) => !operation.startsWith('GET '));

  it.each(rotatingShare(bodies, SHARES))('is refused by name: $operation', async (one) => {
    const { operation, objects } = one;
    const [method = ''] = operation.split(' ');
    const { path, token } = await reach(operation);
    const ask = async (body: object) =>
      refusalOf(await call(method, path, { ...(token === undefined ? {} : { token }), body }));
    const none = { path: '', names: [], isOpen: false };
    for (const { path: within, names } of objects.filter(({ isOpen }) => !isOpen).concat(none)) {
      // Items of a bulk request are named on their own.
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

  it('is documented as refused, except in metadata', () => {
    const open = operations.flatMap(({ operation, objects }) =>
      objects.filter(({ isOpen }) => isOpen).map(({ path }) => `${operation} ${path}`),
    );
    expect(open.filter((each) => !each.endsWith(FREE))).toEqual([]);
  });

  it('is tested for many operations, and in nested objects', () => {
    expect(bodies.length).toBeGreaterThan(30);
    const paths = bodies.flatMap(({ objects }) => objects.map(({ path }) => path));
    expect(paths).toEqual(expect.arrayContaining(['', 'settings', 'transactions.0', FREE]));
  });
});
