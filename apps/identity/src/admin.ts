import { randomBytes } from 'node:crypto';
import { newId, type Uuid } from '@florin/contracts';
import { addToOutbox, type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import type { AdminSettings } from './config.ts';
import { hashToken, newToken } from './confirmations/secrets.ts';
import { deleteFactor } from './credentials/factors/queries.ts';
import { deleteAllFailures } from './credentials/login/queries.ts';
import { endSessions } from './credentials/sessions/end.ts';
import { lockOpenSessions } from './credentials/sessions/queries.ts';
import { changeUser, newUser, type User, userCreated, userUpdated } from './domain/user.ts';
import { insertLoginLink } from './pages/login-links/queries.ts';
import { comparePassword, hashPassword } from './passwords/worker.ts';
import { insertOrLockEmail, saveHolders } from './records/emails-queries.ts';
import {
  findUserBy,
  insertUser,
  lockUser,
  savePassword,
  saveUser,
} from './records/users-queries.ts';
import { makeAwaitGateways } from './revocations/await-gateways.ts';
import { revoke } from './revocations/revoke.ts';
import type { IdentityTables, Tx } from './schema.ts';

const USAGE = 'usage: admin reset';
const PASSWORD_BYTES = 18;

/**
 * Runs `admin reset`, for when no administrator can log in. Resolves once no gateway accepts the
 * administrator's earlier sessions.
 */
export async function admin(
  { database }: { readonly database: DatabaseConfig },
  [action, ...others]: readonly string[],
  { email, password: given, passwordCost }: AdminSettings,
): Promise<CommandResult> {
  if (action !== 'reset' || others.length > 0) throw new Error(USAGE);
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = hashPassword({ password, cost: passwordCost });
  await withDatabase<IdentityTables, void>({ ...database, poolSizeMax: 2 }, async (db) => {
    await db.transaction().execute((tx) => resetAdmin(tx, { email, passwordHash }, new Date()));
    // Sends no announcement: gateways poll every second.
    await makeAwaitGateways({ db, announce: () => {}, measure: () => {} })();
  });
  const how = given === undefined ? `with the password ${password}` : 'with FLORIN_ADMIN_PASSWORD';
  return {
    text: `${email} is an active administrator and logs in ${how}`,
    data: { email, password: given === undefined ? password : null },
  };
}

/** Long enough for an operator to click the link after startup. */
const LOGIN_LINK_MS = 30 * 60_000;

/**
 * Makes a one-time login link, `GET /auth/once/{token}`, valid for 30 minutes. Undefined if the
 * email and password are not those of an administrator.
 */
export async function makeAdminLink(
  database: DatabaseConfig,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string | undefined> {
  return withDatabase<IdentityTables, string | undefined>(
    { ...database, poolSizeMax: 1 },
    async (db) => {
      const found = await findUserBy(db, 'email', email);
      if (found?.user.role !== 'admin' || found.user.status === 'suspended') return undefined;
      if (!comparePassword({ password, passwordHash: found.passwordHash })) return undefined;
      const token = newToken();
      await insertLoginLink(db, {
        ...{ hash: hashToken(token), userId: found.user.id },
        expiresAt: new Date(Date.now() + LOGIN_LINK_MS),
      });
      return token;
    },
  );
}

/** Replaces the request id, since no network request caused this. */
const CAUSE = { requestId: 'admin reset' };

interface NewAdmin {
  /** In canonical form. */
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Creates or restores an active administrator with a new password. Ends their sessions and clears
 * all login throttles.
 * @throws Error if another user has the email, or if no administrator ever existed.
 */
async function resetAdmin(tx: Tx, admin: NewAdmin, now: Date): Promise<void> {
  const { email, passwordHash } = admin;
  const made = newUser({ id: newId(), email, name: null, accountId: null, role: 'admin' }, now);
  const wanted = { accountId: null, userId: made.id, reservedUntil: null };
  const holders = await insertOrLockEmail(tx, email, wanted);
  const accountId = (await findAccountOfAdmins(tx)) ?? holders.accountId;
  if (accountId === null)
    throw new Error('there is no administrator yet; start accounts with FLORIN_ADMIN_EMAIL');
  const before = holders.userId === null ? undefined : await lockUser(tx, holders.userId);
  if (![null, accountId].includes(before ? before.accountId : holders.accountId))
    throw new Error(`${email} belongs to another account; set another FLORIN_ADMIN_EMAIL`);
  if (before) await change(tx, before, { accountId, passwordHash }, now);
  else {
    const after = { ...made, accountId };
    await saveHolders(tx, email, { ...holders, userId: after.id });
    await insertUser(tx, after, passwordHash);
    await addToOutbox(tx, [userCreated(after, CAUSE)]);
  }
  await deleteFactor(tx, before?.id ?? made.id);
  await deleteAllFailures(tx);
}

async function change(
  tx: Tx,
  before: User,
  { accountId, passwordHash }: { readonly accountId: Uuid; readonly passwordHash: string },
  now: Date,
): Promise<void> {
  const own = { createdBy: null, hasOwnPassword: true };
  const change = { accountId, role: 'admin', status: 'active', ...own } as const;
  const after = changeUser(before, change, now);
  await saveUser(tx, after);
  await savePassword(tx, after.id, passwordHash);
  await addToOutbox(tx, [userUpdated(before, after, CAUSE)]);
  const sessions = await lockOpenSessions(tx, [after.id], now);
  await endSessions(tx, sessions, { accountId, ...CAUSE }, now);
  await revoke(tx, { kind: 'user', subject: after.id }, now);
}

/** The account of the first administrator; usually the platform account. */
async function findAccountOfAdmins(tx: Tx): Promise<Uuid | undefined> {
  const first = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select('accounts.id')
    .where('users.role', '=', 'admin')
    .where('accounts.status', '<>', 'closed')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst();
  return first?.id;
}
