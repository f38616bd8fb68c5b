import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { callerOf, context, logIn, openAccount } from './steps.ts';

const { identity, database } = useIdentity();
/** This response must not be cached. */
const dead = {
  alive: false,
  accountId: '',
  role: '',
  readOnly: false,
  refundMax: '',
  stale: false,
  staleRefundMax: '',
  mustEnrol: false,
  revision: '0',
  goodForMs: '0',
};

async function begin() {
  const owner = await openAccount(identity());
  return { ...owner, ids: callerOf(await logIn(identity(), owner.email)) };
}

const check = (ids: { sessionId: string; userId: string }) =>
  identity().client.checkSession(ids, context());

describe('CheckSession', () => {
  it('returns the principal of an open session', async () => {
    const { ids, accountId } = await begin();
    const [row] = await database().query<{ revision: string }>('select revision from revision');
    expect(await check(ids)).toEqual({
      alive: true,
      accountId,
      role: 'owner',
      readOnly: false,
      refundMax: '',
      stale: false,
      staleRefundMax: '',
      mustEnrol: false,
      revision: row?.revision,
      goodForMs: '300000',
    });
  });

  it('reports that a suspended account is read-only', async () => {
    const { ids, accountId } = await begin();
    await database().query(`update accounts set status = 'read_only' where id = $1`, [accountId]);
    expect(await check(ids)).toMatchObject({ alive: true, readOnly: true });
  });

  it.each([
    ['an ended session', 'update sessions set ended_at = now() where id = $1', 'sessionId'],
    ['a suspended user', `update users set status = 'suspended' where id = $1`, 'userId'],
    ['a closed account', `update accounts set status = 'closed' where id = $1`, 'accountId'],
  ] as const)('is dead for %s', async (_title, statement, id) => {
    const { ids, accountId } = await begin();
    await database().query(statement, [{ ...ids, accountId }[id]]);
    expect(await check(ids)).toEqual(dead);
  });

  it('is dead for another user and for unknown ids', async () => {
    const [{ ids }, other] = [await begin(), await begin()];
    expect(await check({ ...ids, userId: other.ids.userId })).toEqual(dead);
    expect(await check({ sessionId: newId(), userId: newId() })).toEqual(dead);
  });

  it('is dead after 30 days', async () => {
    const { ids } = await begin();
    identity().clock.advance(30 * 86_400_000);
    expect(await check(ids)).toEqual(dead);
  });

  it.each(['', 'nonsense', "' or 1=1 --"])(
    'invalid_request: %j is not an id',
    async (sessionId) => {
      await expect(check({ sessionId, userId: newId() })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    },
  );
});
