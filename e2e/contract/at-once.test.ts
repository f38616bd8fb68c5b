import { beforeAll, describe, expect, it } from 'vitest';
import { prepare } from './access/ask.ts';
import { byKnowledge } from './access/recipes.ts';
import { makeSide, type Side } from './access/sides.ts';
import { readOperations } from './document.ts';
import { logInAdmin } from './world.ts';

/** Parallel requests of the same kind, each on an object of its own. */
const AT_ONCE = 3;

/** Sign-ups hash a password: under load, some parallel ones are refused for now. */
const SIGN_UPS = ['POST /v1/accounts', 'POST /v1/users'];

/** The first request gives the permission away, so later ones are refused. */
const GIVES_AWAY = 'POST /v1/account/owner';

const operations = await readOperations();
const writes = operations.filter(
  ({ operation, takesToken }) =>
    takesToken &&
    !operation.startsWith('GET ') &&
    ![...byKnowledge, ...SIGN_UPS].includes(operation),
);

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
});

describe('parallel requests of one kind,', () => {
  it('cover every operation that changes something', () => {
    expect(writes.length).toBeGreaterThan(30);
  });

  it.each(writes)('succeed together: $operation', async ({ operation }) => {
    const { send, body } = await prepare(operation, side, admin);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(body)));
    // A code of a second factor works once.
    const statuses = answers
      .filter(({ body: { error } }) => error !== 'invalid_grant')
      .map(({ status }) => status);
    // Already done, used up by another request, or to be retried: outcomes a client can
    // distinguish.
    const expected = [200, 201, 401, 404, 409, ...(operation === GIVES_AWAY ? [403] : [])];
    expect(expected).toEqual(expect.arrayContaining(statuses));
    expect(Math.min(...statuses)).toBeLessThan(300);
  });
});
