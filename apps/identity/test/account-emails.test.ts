import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { callerOf, context, logIn, newEmail, openAccount, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();
const TEN_MINUTES_MS = 600_000;

const client = () => identity().client;
const reserve = (accountId: string, email: string) =>
  client().reserveAccountEmail({ accountId, email }, context());
/** Confirms as the account's first owner. */
async function confirm(accountId: string, email: string) {
  const [owner] = await database().query<{ id: string }>(
    'select id from users where account_id::text = $1 order by id limit 1',
    [accountId],
  );
  const asked = { accountId, email, userId: owner?.id ?? '' };
  return client().confirmAccountEmail(asked, context());
}
const code = (expected: string) => expect.objectContaining({ code: expected });

async function changeEmail(accountId: string, email: string) {
  await reserve(accountId, email);
  await confirm(accountId, email);
}

const statusOf = async (email: string) => (await logIn(identity(), email)).status;

describe('ReserveAccountEmail', () => {
  it('changes nothing yet', async () => {
    const { accountId, email } = await openAccount(identity());
    const next = newEmail();
    await reserve(accountId, next);
    expect([await statusOf(email), await statusOf(next)]).toEqual([200, 401]);
  });

  it('reserves the email for ten minutes, renewed by a repetition', async () => {
    const [mine, other] = [await openAccount(identity()), await openAccount(identity())];
    const next = newEmail();
    await reserve(mine.accountId, ` ${next.toUpperCase()}`);
    identity().clock.advance(TEN_MINUTES_MS - 1);
    await reserve(mine.accountId, next);
    identity().clock.advance(TEN_MINUTES_MS - 1);
    await expect(reserve(other.accountId, next)).rejects.toEqual(code('email_exists'));
    const opening = { ...(await reservationOf(identity())), email: next };
    await expect(client().reserveOwner(opening, context())).rejects.toEqual(code('email_exists'));
    identity().clock.advance(1);
    await reserve(other.accountId, next);
    await expect(confirm(mine.accountId, next)).rejects.toEqual(code('not_found'));
    await confirm(other.accountId, next);
    expect(await statusOf(next)).toBe(200);
  });

  it('takes over an expired reservation of an opening, which then fails', async () => {
    const { accountId } = await openAccount(identity());
    const late = await reservationOf(identity());
    await client().reserveOwner(late, context());
    identity().clock.advance(TEN_MINUTES_MS);
    await changeEmail(accountId, late.email);
    await changeEmail(accountId, newEmail());
    const tooLate = client().confirmOwner({ accountId: late.accountId }, context());
    await expect(tooLate).rejects.toEqual(code('not_found'));
  });

  it('email_exists: an email of another account or its owner', async () => {
    const [mine, other] = [await openAccount(identity()), await openAccount(identity())];
    await expect(reserve(mine.accountId, other.email)).rejects.toEqual(code('email_exists'));
    expect(await statusOf(other.email)).toBe(200);
  });

  it('not_found: an unknown or closed account', async () => {
    const { accountId } = await openAccount(identity());
    await client().closeAccount({ accountId }, context());
    for (const id of [accountId, newId()])
      await expect(reserve(id, newEmail())).rejects.toEqual(code('not_found'));
  });

  it.each([
    ['nonsense', 'a@example.com'],
    ['', 'a@example.com'],
    [newId(), 'nonsense'],
    [newId(), ''],
  ])('invalid_request: %j, %j', async (accountId, email) => {
    await expect(reserve(accountId, email)).rejects.toEqual(code('invalid_request'));
    await expect(confirm(accountId, email)).rejects.toEqual(code('invalid_request'));
  });
});

describe('ConfirmAccountEmail', () => {
  it("makes it the owner's login, ends no session and frees the old one", async () => {
    const { accountId, email, userId } = await openAccount(identity());
    const login = await logIn(identity(), email);
    const next = newEmail();
    await changeEmail(accountId, next);
    await confirm(accountId, next);
    expect([await statusOf(email), await statusOf(next)]).toEqual([401, 200]);
    expect((await client().checkSession(callerOf(login), context())).alive).toBe(true);
    const other = await openAccount(identity(), { email });
    expect(other.userId).not.toBe(userId);
    const events = await database().query<{ body: string }>(
      `select body from outbox where aggregate_id = $1 and type = 'user.updated'`,
      [userId],
    );
    expect(events.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { object: { email: next }, previous: { email } },
    ]);
  });

  it('can be changed back and forth', async () => {
    const { accountId, email } = await openAccount(identity());
    const next = newEmail();
    await changeEmail(accountId, next);
    await changeEmail(accountId, email);
    expect([await statusOf(email), await statusOf(next)]).toEqual([200, 401]);
  });

  it("changes nothing for the account's current email", async () => {
    const { accountId, email } = await openAccount(identity());
    await changeEmail(accountId, email);
    expect(await statusOf(email)).toBe(200);
  });

  it('confirms once for concurrent calls', async () => {
    const { accountId, email } = await openAccount(identity());
    const next = newEmail();
    await reserve(accountId, next);
    await Promise.all(Array.from({ length: 6 }, () => confirm(accountId, next)));
    expect([await statusOf(email), await statusOf(next)]).toEqual([401, 200]);
  });

  it('keeps one of two emails confirmed concurrently, with one login', async () => {
    const { accountId } = await openAccount(identity());
    const [first, second] = [newEmail(), newEmail()];
    await Promise.all([reserve(accountId, first), reserve(accountId, second)]);
    await Promise.allSettled([confirm(accountId, first), confirm(accountId, second)]);
    const held = await database().query<{ email: string }>(
      'select email from emails where account_id = $1 and reserved_until is null',
      [accountId],
    );
    expect(held).toHaveLength(1);
    expect(await statusOf(held[0]?.email ?? '')).toBe(200);
  });

  it("accepts another owner's email, and both keep their logins", async () => {
    const { accountId, email } = await openAccount(identity());
    const second = await openAccount(identity());
    await database().query('update users set account_id = $1 where id = $2', [
      accountId,
      second.userId,
    ]);
    await database().query('update emails set account_id = null where email = $1', [second.email]);
    await changeEmail(accountId, second.email);
    expect([await statusOf(email), await statusOf(second.email)]).toEqual([200, 200]);
  });

  it('leaves the login of an owner who became a member', async () => {
    const { accountId, email, userId } = await openAccount(identity());
    await database().query(`update users set role = 'member' where id = $1`, [userId]);
    const next = newEmail();
    await changeEmail(accountId, next);
    expect([await statusOf(email), await statusOf(next)]).toEqual([200, 401]);
    await expect(openAccount(identity(), { email: next })).rejects.toEqual(code('email_exists'));
  });

  it('not_found: no reservation', async () => {
    const { accountId } = await openAccount(identity());
    await expect(confirm(accountId, newEmail())).rejects.toEqual(code('not_found'));
  });
});
