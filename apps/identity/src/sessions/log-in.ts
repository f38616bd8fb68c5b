import { AppError, parseEmail, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { accessStateOf } from '../accounts/model.ts';
import type { Deps } from '../deps.ts';
import { throttleKeyOf } from '../login/throttle.ts';
import { readRevision } from '../revocations/queries.ts';
import { revoke } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import type { User } from '../users/model.ts';
import { findUserBy, lockingUser, shareUserLock, type UserWithPassword } from '../users/queries.ts';
import { endSessions } from './end.ts';
import { beginSession, sessionEvent } from './model.ts';
import { insertSession, lockOldestSessions } from './queries.ts';
import { type CommittedTokens, issueRefreshToken, issueTokens, type Tokens } from './tokens.ts';

export interface Login {
  /** An email or a username. */
  readonly identifier: string;
  readonly password: string;
  readonly requestId: string;
  /** Where the client connects from. */
  readonly address: string | undefined;
}

export interface LoggedIn extends Tokens {
  readonly sessionId: Uuid;
  readonly user: User;
}

/** Ended by one login: one, unless somebody has more than they may from before there was a limit. */
const ENDED_MAX = 1_000;

/** Begins a session for whoever knows the password; beyond a number of them their oldest ends. */
export async function logIn(deps: Deps, login: Login): Promise<LoggedIn> {
  const { db, now, loginThrottle, sessionsMax } = deps;
  const { identifier, address, requestId } = login;
  const found = await loginThrottle(throttleKeyOf(identifier, address), () =>
    findByCredentials(deps, login),
  );
  if (!found) throw invalidCredentials();
  const begunAt = now();
  const committed = await lockingUser(db, (tx) =>
    begin(tx, found, { requestId, sessionsMax, now: begunAt }),
  );
  const tokens = await issueTokens(deps, committed, begunAt);
  return { ...tokens, sessionId: committed.sessionId, user: found.user };
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
  // Compares with something in any case: the time must not reveal who has a login here.
  const isRight = await passwords.matches(password, found?.passwordHash);
  return isRight ? found : undefined;
}

interface Beginning {
  readonly requestId: string;
  readonly sessionsMax: number;
  readonly now: Date;
}

async function begin(
  tx: Tx,
  checked: UserWithPassword,
  { requestId, sessionsMax, now }: Beginning,
): Promise<CommittedTokens> {
  const revision = await readRevision(tx);
  const locked = await shareUserLock(tx, checked.user.id);
  // Gone or given another password while this one was being checked.
  if (locked?.passwordHash !== checked.passwordHash) throw invalidCredentials();
  const { user, accountStatus } = locked;
  const access = accessStateOf(user.status, accountStatus);
  if (access === 'closed') throw invalidCredentials();
  if (access === 'suspended')
    throw new AppError('unauthorized', 'this user is suspended: ask the owner of the account');

  const context = { accountId: user.accountId, requestId };
  const kept = { newest: sessionsMax - 1, rowsMax: ENDED_MAX, now };
  const oldest = await lockOldestSessions(tx, user.id, kept);
  await endSessions(tx, oldest, context, now);
  const session = beginSession(user.id, now);
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

/** One and the same for everything that is wrong. */
function invalidCredentials(): AppError {
  return new AppError(
    'invalid_credentials',
    'no user has this email or username and this password: check both',
  );
}
