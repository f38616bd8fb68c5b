import { AppError, networkOf, parseEmail, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Deps } from '../../deps.ts';
import { accessStateOf } from '../../domain/account.ts';
import { beginSession, type Origin, sessionEvent } from '../../domain/session.ts';
import type { User } from '../../domain/user.ts';
import {
  findUser,
  findUserBy,
  lockingUser,
  shareUserLock,
  type UserWithPassword,
} from '../../records/users-queries.ts';
import { readRevision } from '../../revocations/queries.ts';
import { revoke } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';
import { findFactor } from '../factors/queries.ts';
import { verifyCode } from '../factors/verify.ts';
import { throttleKeyOf } from '../login/throttle.ts';
import { chooseAccount } from './choose-account.ts';
import { endSessions } from './end.ts';
import { notifyNewLogin } from './notify-new-login.ts';
import { insertSession, lockOldestSessions } from './queries.ts';
import { type CommittedTokens, issueRefreshToken, issueTokens, type Tokens } from './tokens.ts';

interface Visit {
  readonly requestId: string;
  /** Client address. */
  readonly address: string | undefined;
  /** The User-Agent header. */
  readonly userAgent: string | undefined;
}

export interface Login extends Visit {
  /** An email or a username. */
  readonly identifier: string;
  readonly password: string;
  /** The account to act in; undefined for the user's first one, null matches none. */
  readonly accountId: Uuid | null | undefined;
  /** Code of the second factor; undefined if not sent. */
  readonly code: string | undefined;
}

export interface LoggedIn extends Tokens {
  readonly sessionId: Uuid;
  readonly user: User;
}

/** Sessions ended by one login. Usually one; more if they predate the limit. */
const ENDED_MAX = 1_000;

/** Logs a user in with their password; ends their oldest sessions beyond the limit. */
export async function logIn(deps: Deps, login: Login): Promise<LoggedIn> {
  const { loginThrottle } = deps;
  const { identifier, address } = login;
  const found = await loginThrottle(throttleKeyOf(identifier, address), () =>
    findByCredentials(deps, login),
  );
  if (!found) throw invalidCredentials();
  const hasFactor = await checkFactor(deps, found.user.id, login);
  return beginFor(deps, found, { ...login, hasFactor });
}

/**
 * Logs in a user who was authenticated without a password; undefined for users who may not log in
 * or have a second factor.
 */
export async function logInWithoutPassword(
  deps: Deps,
  { userId, ...visit }: Visit & { readonly userId: Uuid },
): Promise<LoggedIn | undefined> {
  const user = await findUser(deps.db, userId);
  const found = user && (await findUserBy(deps.db, 'email', user.email));
  if (found?.user.id !== userId || (await findFactor(deps.db, userId))?.confirmedAt)
    return undefined;
  try {
    return await beginFor(deps, found, { ...visit, accountId: undefined, hasFactor: false });
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

async function beginFor(
  deps: Deps,
  found: UserWithPassword,
  visit: Visit & Pick<Login, 'accountId'> & { readonly hasFactor: boolean },
): Promise<LoggedIn> {
  const { requestId, accountId, hasFactor } = visit;
  const { db, now, sessionsMax } = deps;
  const begunAt = now();
  const provedAt = hasFactor ? begunAt : null;
  const origin = originOf(visit);
  const committed = await lockingUser(db, (tx) =>
    begin(tx, found, { requestId, accountId, origin, provedAt, sessionsMax, now: begunAt }),
  );
  const tokens = await issueTokens(deps, committed, begunAt);
  return { ...tokens, sessionId: committed.sessionId, user: found.user };
}

/** Long enough to distinguish browsers. */
const USER_AGENT_MAX = 300;

function originOf({ address, userAgent }: Visit): Origin {
  return {
    userAgent: userAgent?.slice(0, USER_AGENT_MAX).toWellFormed() ?? null,
    network: address === undefined ? null : networkOf(address),
  };
}

async function findByCredentials(
  { db, passwords }: Deps,
  { identifier, password }: Login,
): Promise<UserWithPassword | undefined> {
  const email = parseEmail(identifier);
  const found =
    email === undefined
      ? await findUserBy(db, 'username', identifier.trim().toLowerCase())
      : await findUserBy(db, 'email', email);
  // Always compares with a hash, so that the duration does not reveal whether a login exists.
  const isRight = await passwords.matches(password, found?.passwordHash);
  return isRight ? found : undefined;
}

interface Beginning extends Pick<Login, 'accountId'> {
  readonly origin: Origin;
  /** When the second factor was proved; null without one. */
  readonly provedAt: Date | null;
  readonly requestId: string;
  readonly sessionsMax: number;
  readonly now: Date;
}

async function begin(
  tx: Tx,
  checked: UserWithPassword,
  { requestId, accountId, origin, provedAt, sessionsMax, now }: Beginning,
): Promise<CommittedTokens> {
  const revision = await readRevision(tx);
  const locked = await shareUserLock(tx, checked.user.id);
  // Deleted or given another password during the check.
  if (locked?.passwordHash !== checked.passwordHash) throw invalidCredentials();
  const { user, accountStatus } = locked;
  const access = accessStateOf(user.status, accountStatus);
  if (access === 'closed') throw invalidCredentials();
  if (access === 'suspended')
    throw new AppError('unauthorized', 'this user is suspended; ask the owner of the account');

  const chosen = await chooseAccount(tx, user, accountId);
  const context = { accountId: chosen ?? user.accountId, requestId };
  const kept = { newest: sessionsMax - 1, rowsMax: ENDED_MAX, now };
  const oldest = await lockOldestSessions(tx, user.id, kept);
  await endSessions(tx, oldest, context, now);
  const session = beginSession(user.id, now, { accountId: chosen, origin, provedAt });
  await notifyNewLogin(tx, user, session, { requestId, now });
  await insertSession(tx, session);
  const refreshToken = await issueRefreshToken(tx, session, 1, now);
  await addToOutbox(tx, [sessionEvent(session, context)]);
  await revoke(
    tx,
    oldest.map(({ id }) => ({ kind: 'session', subject: id })),
    now,
  );
  return { userId: user.id, sessionId: session.id, revision, refreshToken };
}

/**
 * Checks the second factor, if there is one; only callers who know the password learn of it.
 * @throws AppError second_factor_required without a code; invalid_credentials for a wrong one.
 */
async function checkFactor(
  deps: Deps,
  userId: Uuid,
  { code, address }: Pick<Login, 'code' | 'address'>,
): Promise<boolean> {
  const factor = await findFactor(deps.db, userId);
  if (!factor?.confirmedAt) return false;
  if (code === undefined)
    throw new AppError(
      'second_factor_required',
      'code: is required; send the six digits of your authenticator, or a recovery code',
    );
  if (!(await verifyCode(deps, userId, { code, address })))
    throw new AppError('invalid_credentials', 'code: is wrong, or was already used');
  return true;
}

/** The same error for every wrong credential. */
function invalidCredentials(): AppError {
  return new AppError(
    'invalid_credentials',
    'no user has this email or username and this password; check both',
  );
}
