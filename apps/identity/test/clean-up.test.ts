import { expect, it } from 'vitest';
import { createIdentityDatabase, makeClock, startIdentity } from './start-identity.ts';
import { callerOf, context, logIn, newEmail, openAccount, reservationOf } from './steps.ts';

const MONTH_MS = 31 * 86_400_000;

it('deletes expired rows, and nothing else', async () => {
  const database = await createIdentityDatabase();
  const early = await startIdentity(database.url);
  const { accountId, email } = await openAccount(early);
  const caller = callerOf(await logIn(early, email));
  await logIn(early, email);
  await early.call('DELETE', '/v1/auth/session', { caller });
  await early.client.reserveOwner(await reservationOf(early), context());
  await early.client.reserveAccountEmail({ accountId, email: newEmail() }, context());

  const late = await startIdentity(database.url, { clock: makeClock(MONTH_MS) });
  const tables = ['sessions', 'refresh_tokens', 'revocations', 'owner_reservations'];
  for (const table of tables)
    await expect.poll(() => database.query(`select from ${table}`)).toEqual([]);
  await expect.poll(() => database.query('select email from emails')).toEqual([{ email }]);
  expect((await logIn(late, email)).status).toBe(200);

  await Promise.all([early.stop(), late.stop()]);
  await database.drop();
});

it('deletes users whom an older version left suspended when it closed their account', async () => {
  const database = await createIdentityDatabase();
  const identity = await startIdentity(database.url);
  const [closed, open] = [await openAccount(identity), await openAccount(identity)];
  await database.query(`update accounts set status = 'closed' where id = $1`, [closed.accountId]);
  await database.query('delete from emails where account_id = $1', [closed.accountId]);
  await database.query(
    `update users set status = 'suspended', former_email = email, email = 'closed:' || id
      where account_id = $1`,
    [closed.accountId],
  );
  await identity.stop();

  const newer = await startIdentity(database.url);
  const left = () => database.query<{ id: string }>('select id from users');
  await expect.poll(left).toEqual([{ id: open.userId }]);
  const events = await database.query(
    `select from outbox where type = 'user.deleted' and aggregate_id = $1`,
    [closed.userId],
  );
  expect(events).toHaveLength(1);
  await newer.stop();
  await database.drop();
});
