import { beforeAll, describe, expect, it } from 'vitest';
import { prepare } from './access/ask.ts';
import { byKnowledge } from './access/recipes.ts';
import { makeSide, type Side } from './access/sides.ts';
import { readOperations } from './document.ts';
import { ABSENT, logInAdmin } from './world.ts';

/** Fields that no client may set, except the name of a new object. */
const CHOSEN = {
  id: ABSENT.transaction,
  role: 'admin',
  object: 'chosen',
  version: 4_242_424,
  status: 'chosen',
  balance: 4_242_424,
  available: 4_242_424,
  is_platform: true,
  user_id: ABSENT.user,
  password_hash: 'chosen',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
};
/** As JSON text: an object literal has no `__proto__` of its own. */
const POLLUTION = `{"__proto__": ${JSON.stringify(CHOSEN)}, "constructor": {"prototype": ${JSON.stringify(CHOSEN)}}}`;
/** Texts that would appear in an answer if one of these fields took effect. */
const TRACES = [ABSENT.transaction, ABSENT.user, '"admin"', '"chosen"', '4242424', '2001-01-01'];

const operations = await readOperations();
const writes = operations.filter(
  ({ operation, takesBody, takesToken }) =>
    takesBody && takesToken && !byKnowledge.includes(operation),
);

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
});

/** The body with more fields; its own fields keep their values. */
function withFields(body: object, fields: string): string {
  const both = { ...JSON.parse(fields), ...body };
  // A spread keeps a member named __proto__ as a member; JSON writes it out again.
  return JSON.stringify(both);
}

const tracesIn = (body: unknown) =>
  TRACES.filter((trace) => (JSON.stringify(body) ?? '').includes(trace));

describe('fields that clients may not set', () => {
  it('are sent to every operation that takes a body', () => {
    expect(writes.length).toBeGreaterThan(20);
  });

  it.each(writes)('are refused: $operation', async ({ operation }) => {
    for (const fields of [JSON.stringify(CHOSEN), POLLUTION]) {
      const { send, body = {} } = await prepare(operation, side, admin);
      const answer = await send(withFields(body, fields));
      const [outcome = answer] = Array.isArray(answer.body.data) ? answer.body.data : [];
      expect([outcome.status, outcome.body.error]).toEqual([400, 'invalid_request']);
      // It names the field at most.
      expect(tracesIn(answer.body)).toEqual([]);
    }
  });

  it('leave no trace on the account or its people', async () => {
    for (const path of ['/v1/account', '/v1/account/balance', `/v1/users/${side.ids.user}`]) {
      const { status, body } = await side.owner.call('GET', path);
      expect([status, tracesIn(body)]).toEqual([200, []]);
    }
  });

  it('would be noticed by this test if they took effect', async () => {
    const { send, body = {} } = await prepare('POST /v1/transactions', side, admin);
    const answer = await send({ ...body, metadata: CHOSEN });
    expect(tracesIn(answer.body)).toEqual(TRACES);
  });
});
