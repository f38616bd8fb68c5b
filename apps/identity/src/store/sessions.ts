import type { Role, Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Session } from '../domain/session.ts';
import type { AccountStatus } from '../domain/standing.ts';
import type { UserStatus } from '../domain/user.ts';
import type { IdentityTables } from './schema.ts';

export async function insertSession(
  tx: Transaction<IdentityTables>,
  session: Session,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: session.endedAt,
      version: session.version,
    })
    .execute();
}

export async function lockSession(
  tx: Transaction<IdentityTables>,
  id: Uuid,
): Promise<Session | undefined> {
  const row = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toSession(row);
}

/** The open sessions of some users, locked in the order of their ids. */
export async function lockOpenSessions(
  tx: Transaction<IdentityTables>,
  userIds: readonly Uuid[],
  now: Date,
): Promise<readonly Session[]> {
  const rows = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', sql<Uuid>`any(${userIds}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toSession);
}

/** Those of a user's open sessions that are older than the newest ones, locked; so many at most. */
export async function lockOldestSessions(
  tx: Transaction<IdentityTables>,
  userId: Uuid,
  {
    newest,
    rowsMax,
    now,
  }: { readonly newest: number; readonly rowsMax: number; readonly now: Date },
): Promise<readonly Session[]> {
  const open = tx
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
  // Ids are made in the order of time. The offset is not locked with the rest.
  const first = open.select('id').orderBy('id', 'desc').offset(newest).limit(1);
  const rows = await open
    .selectAll()
    .where('id', '<=', first)
    .orderBy('id')
    .limit(rowsMax)
    .forUpdate()
    .execute();
  return rows.map(toSession);
}

/** Saves that locked sessions have ended, each one version further. */
export async function saveSessionEnds(
  tx: Transaction<IdentityTables>,
  sessions: readonly Session[],
  endedAt: Date,
): Promise<void> {
  const ids = sessions.map(({ id }) => id);
  await tx
    .updateTable('sessions')
    .set((row) => ({ ended_at: endedAt, version: row('version', '+', 1n) }))
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
}

/** Deletes all sessions of a user, and with them their refresh tokens. */
export async function deleteSessionsOf(
  tx: Transaction<IdentityTables>,
  userId: Uuid,
): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** A session with what decides whether it is alive and whom it speaks for, in one snapshot. */
export interface SessionPrincipal {
  readonly session: Session;
  readonly userStatus: UserStatus;
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  readonly accountStatus: AccountStatus | null;
  /** Number of the last revocation. */
  readonly revision: bigint;
}

export async function findPrincipal(
  db: Kysely<IdentityTables>,
  { sessionId, userId }: { readonly sessionId: Uuid; readonly userId: Uuid },
): Promise<SessionPrincipal | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .innerJoin('revision', (join) => join.onTrue())
    .selectAll('sessions')
    .select([
      'users.status as user_status',
      'users.account_id',
      'users.role',
      'accounts.status as account_status',
      'revision.revision',
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      session: toSession(row),
      userStatus: row.user_status,
      accountId: row.account_id,
      role: row.role,
      accountStatus: row.account_status,
      revision: row.revision,
    }
  );
}

export function toSession(row: Selectable<IdentityTables['sessions']>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    version: row.version,
  };
}
