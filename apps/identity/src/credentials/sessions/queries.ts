import type { Uuid } from '@florin/contracts';
import { type Cursor, inBackground, selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import type { Origin, Session } from '../../domain/session.ts';
import type { Db, IdentityTables, Tx } from '../../schema.ts';

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      account_id: session.accountId,
      user_agent: session.origin.userAgent,
      network: session.origin.network,
      proved_at: session.provedAt,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: session.endedAt,
      version: session.version,
    })
    .execute();
}

export async function lockSession(tx: Tx, id: Uuid): Promise<Session | undefined> {
  const row = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toSession(row);
}

/** The open sessions of users, locked in the order of their ids. */
export async function lockOpenSessions(
  tx: Tx,
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

/** Locks a user's open sessions other than the `newest` ones, up to a limit. */
export async function lockOldestSessions(
  tx: Tx,
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
  // Ids are ordered by creation time. The row at the offset is not locked with the rest.
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

/** Saves the ends of locked sessions, each with its next version. */
export async function saveSessionEnds(
  tx: Tx,
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

/** Whether a user has stored sessions at all, and any from the same device and network. */
export async function knowsOrigin(
  tx: Tx,
  userId: Uuid,
  { userAgent, network }: Origin,
): Promise<{ readonly hasAny: boolean; readonly hasSame: boolean }> {
  const row = await tx
    .selectFrom('sessions')
    .select([
      sql<boolean>`count(*) > 0`.as('has_any'),
      sql<boolean>`coalesce(bool_or(network is not distinct from ${network}
        and user_agent is not distinct from ${userAgent}), false)`.as('has_same'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { hasAny: row.has_any, hasSame: row.has_same };
}

/** Deletes all sessions of a user, with their refresh tokens. */
export async function deleteSessionsOf(tx: Tx, userId: Uuid): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Deletes at most `rowsMax` expired sessions, with their refresh tokens. */
export async function deleteSessionsExpiredBefore(
  db: Db,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from sessions where id in (
      select id from sessions where expires_at < ${before} limit ${rowsMax})`.execute(tx),
  );
}

export function toSession(row: Selectable<IdentityTables['sessions']>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    accountId: row.account_id,
    origin: { userAgent: row.user_agent, network: row.network },
    provedAt: row.proved_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    version: row.version,
  };
}

export interface SessionFilter extends Cursor {
  readonly userId: Uuid;
  readonly now: Date;
}

/** A user's refreshable sessions, newest first; oldest first from a `before` cursor. */
export async function listOpenSessions(
  db: Db,
  { userId, now, ...cursor }: SessionFilter,
  rowsMax: number,
): Promise<readonly Session[]> {
  const open = db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    // A session whose refresh tokens have expired has ended, though its row does not say so.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('generation')
          .whereRef('session_id', '=', 'sessions.id')
          .where('refresh_tokens.used_at', 'is', null)
          .where('refresh_tokens.expires_at', '>', now),
      ),
    );
  const rows = await selectPage(open, cursor, rowsMax).execute();
  return rows.map(toSession);
}

/** A session of this user in any state. */
export async function findSessionOf(
  db: Db,
  { id, userId }: { readonly id: Uuid; readonly userId: Uuid },
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toSession(row);
}
