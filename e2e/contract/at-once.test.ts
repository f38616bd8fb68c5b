import { beforeAll, describe, expect, it } from 'vitest';
import { prepare } from './access/ask.ts';
import { byKnowledge } from './access/recipes.ts';
import { makeSide, type Side } from './access/sides.ts';
import { readOperations } from './document.ts';
import { logInAdmin } from './world.ts';

/** How often the same is asked for at a time, each time as something of its own. */
const AT_ONCE = 3;

/** Make somebody new, and hash a password: a busy machine puts off some that come at once. */
const SIGN_UPS = ['POST /v1/accounts', 'POST /v1/users'];

/** Done once, whoever asks behind it may not any more: they have given away what lets them. */
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

describe('the same, asked for several times at once,', () => {
  it('is all that changes something', () => {
    expect(writes.length).toBeGreaterThan(30);
  });

  it.each(writes)('meets itself without trouble: $operation', async ({ operation }) => {
    const { send, body } = await prepare(operation, side, admin);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(body)));
    // A code of a second factor is good once.
    const statuses = answers
      .filter(({ body: { error } }) => error !== 'invalid_grant')
      .map(({ status }) => status);
    // Done before, spent by another one, or to be repeated: what a program can tell apart.
    const expected = [200, 201, 401, 404, 409, ...(operation === GIVES_AWAY ? [403] : [])];
    expect(expected).toEqual(expect.arrayContaining(statuses));
    expect(Math.min(...statuses)).toBeLessThan(300);
  });
});
