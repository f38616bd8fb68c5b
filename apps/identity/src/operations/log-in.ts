import { AppError, parseEmail } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import { beginSession, sessionEvent } from '../domain/session.ts';
import { standingOf } from '../domain/standing.ts';
import type { User } from '../domain/user.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { readRevision } from '../store/revisions.ts';
import type { IdentityTables } from '../store/schema.ts';
import { insertSession, lockOldestSessions } from '../store/sessions.ts';
import { findUserBy, holdUser, type UserWithPassword } from '../store/users.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { endSessions } from './end-sessions.ts';
import { type Grant, giveTokens, grantRefreshToken, type Tokens } from './give-tokens.ts';
import { type GuardGuessing, pairOf } from './guard-guessing.ts';
import { holdingUser } from './holding-user.ts';
import { revoke } from './revoke.ts';

export interface LogInDeps {
  readonly db: Kysely<IdentityTables>;
  readonly passwords: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly now: () => Date;
  readonly guardGuessing: GuardGuessing;
  /** Open sessions of one user. */
  readonly sessionsMax: number;
}

export interface LogInRequest {
  /** An email or a username. */
  readonly identifier: string;
  readonly password: string;
  readonly requestId: string;
  /** Where the client connects from. */
  readonly address: string | undefined;
}

export interface LoggedIn extends Tokens {
  readonly sessionId: Grant['sessionId'];
  readonly user: User;
}

/** Ended by one login: one, unless somebody has more than they may from before there was a limit. */
const ENDED_MAX = 1_000;

/** Begins a session for whoever knows the password; beyond a number of them their oldest ends. */
export function makeLogIn({
  db,
  passwords,
  signingKeys,
  now,
  guardGuessing,
  sessionsMax,
}: LogInDeps) {
  return async (request: LogInRequest): Promise<LoggedIn> => {
    const { identifier, password, requestId, address } = request;
    const found = await guardGuessing(pairOf(identifier, address), () =>
      findByCredentials(identifier, password),
    );
    if (!found) throw invalidCredentials();
    const begunAt = now();
    const grant = await holdingUser(db, (tx) =>
      beginFor(tx, found, { requestId, sessionsMax, now: begunAt }),
    );
    const tokens = await giveTokens(signingKeys, grant, begunAt);
    return { ...tokens, sessionId: grant.sessionId, user: found.user };
  };

  async function findByCredentials(identifier: string, password: string) {
    const found = await findByIdentifier(db, identifier);
    // Compares with something in any case: the time must not tell who has a login here.
    const isRight = await passwords.matches(password, found?.passwordHash);
    return isRight ? found : undefined;
  }
}

function findByIdentifier(
  db: Kysely<IdentityTables>,
  identifier: string,
): Promise<UserWithPassword | undefined> {
  const email = parseEmail(identifier);
  if (email !== undefined) return findUserBy(db, 'email', email);
  return findUserBy(db, 'username', identifier.trim().toLowerCase());
}

interface Begin {
  readonly requestId: string;
  readonly sessionsMax: number;
  readonly now: Date;
}

async function beginFor(
  tx: Transaction<IdentityTables>,
  checked: UserWithPassword,
  { requestId, sessionsMax, now }: Begin,
): Promise<Grant> {
  const revision = await readRevision(tx);
  const held = await holdUser(tx, checked.user.id);
  // Gone or given another password while this one was being checked.
  if (held?.passwordHash !== checked.passwordHash) throw invalidCredentials();
  const standing = standingOf(held.user.status, held.accountStatus);
  if (standing === 'closed') throw invalidCredentials();
  if (standing === 'suspended')
    throw new AppError('unauthorized', 'this user is suspended: ask the owner of the account');

  const context = { accountId: held.user.accountId, requestId };
  const oldest = await lockOldestSessions(tx, held.user.id, {
    newest: sessionsMax - 1,
    rowsMax: ENDED_MAX,
    now,
  });
  await endSessions(tx, oldest, context, now);
  const session = beginSession(held.user.id, now);
  await insertSession(tx, session);
  const refreshToken = await grantRefreshToken(tx, session, 1, now);
  await addToOutbox(tx, [sessionEvent(session, context)]);
  await revoke(
    tx,
    oldest.map(({ id }) => ({ kind: 'session', subject: id })),
    now,
  );
  return { userId: held.user.id, sessionId: session.id, revision, refreshToken };
}

/** One and the same for everything that is wrong. */
function invalidCredentials(): AppError {
  return new AppError(
    'invalid_credentials',
    'no user has this email or username and this password: check both',
  );
}
