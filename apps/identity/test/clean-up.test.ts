import { expect, it } from 'vitest';
import { createIdentityDatabase, makeClock, startIdentity } from './start-identity.ts';
import { callerOf, context, logIn, newEmail, openAccount, reservationOf } from './steps.ts';

const MONTH_MS = 31 * 86_400_000;

it('deletes what nobody can use any more, and nothing else', async () => {
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
