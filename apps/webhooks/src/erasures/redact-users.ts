import {
  type DomainEvent,
  type ErasedUser,
  redactUserData,
  redactUserEvent,
  redactUserRequest,
  toPublicId,
  type Uuid,
  usersOf,
} from '@florin/contracts';
import { findErasedUsers, inBackground } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import { findHead } from '../events/queries.ts';
import type { WebhooksTables } from '../schema.ts';

type Tx = Transaction<WebhooksTables>;

/** Log positions searched per round. */
const SEARCHED_MAX = 5_000n;

/** The events with data of erased users redacted. */
export async function redactErasedUsers(
  tx: Tx,
  events: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  const erased = await findErasedUsers(tx, usersOf(events));
  if (erased.length === 0) return events;
  return events.map((event) =>
    erased.reduce((redacted, each) => redactUserEvent(redacted, each), event),
  );
}

/**
 * Searches the next part of the log of all accounts for one erased user, and redacts events and
 * operations that name them. Returns whether there may be more.
 */
export function redactUsers(db: Kysely<WebhooksTables>): Promise<boolean> {
  return inBackground(db, async (tx) => {
    const erasure = await tx
      .selectFrom('user_erasures')
      .selectAll()
      .where('finished_at', 'is', null)
      .orderBy('user_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!erasure) return false;
    const { user_id: userId, invitation_ids: invitationIds, searched_position: from } = erasure;
    const head = await findHead(tx);
    const next = from + SEARCHED_MAX;
    const own = await listEventsOf(tx, userId);
    const erased = { userId, invitationIds, emails: emailsIn(own) };
    // A trigger on the log refuses every other change.
    await sql`set local florin.erasing = 'on'`.execute(tx);
    await redactRange(tx, erased, { from, to: next });
    // Last, because until then they show which addresses were the user's.
    if (next >= head) await redactEvents(tx, own, erased);
    await tx
      .updateTable('user_erasures')
      .set(next >= head ? { finished_at: new Date() } : { searched_position: next })
      .where('user_id', '=', userId)
      .execute();
    return true;
  });
}

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

interface NamingRow {
  readonly id: Uuid;
  readonly data: DomainEvent['data'];
  readonly request: DomainEvent['request'];
}

/** Events of the user object, found by an index. */
async function listEventsOf(tx: Tx, userId: Uuid): Promise<readonly NamingRow[]> {
  const { rows } = await sql<NamingRow>`
    select id, data, request from events where aggregate_id = ${userId}`.execute(tx);
  return rows;
}

function emailsIn(own: readonly NamingRow[]): ReadonlySet<unknown> {
  return new Set(
    own.flatMap(({ data: { object, previous } }) =>
      [object.email, previous?.email].filter((email) => typeof email === 'string'),
    ),
  );
}

async function redactRange(tx: Tx, erased: ErasedUser, { from, to }: Range): Promise<void> {
  const { userId, invitationIds, emails = new Set() } = erased;
  const names = [
    ...[userId, toPublicId('user', userId)],
    ...invitationIds.map((id) => toPublicId('invitation', id)),
  ].map((id) => `%${id}%`);
  const { rows } = await sql<NamingRow>`
    select id, data, request from events
     where position > ${from} and position <= ${to} and aggregate_id is distinct from ${userId}
       and (data::text like any(${names}::text[]) or request::text like any(${names}::text[])
            or data->'object'->>'email' = any(${[...emails]}::text[]))`.execute(tx);
  await redactEvents(tx, rows, erased);
  await redactOperations(tx, erased, { from, to });
}

async function redactEvents(tx: Tx, rows: readonly NamingRow[], erased: ErasedUser): Promise<void> {
  for (const { id, data, request } of rows)
    await tx
      .updateTable('events')
      .set({
        data: JSON.stringify(redactUserData(data, erased)),
        request: JSON.stringify(redactUserRequest(request, erased)),
      })
      .where('id', '=', id)
      .execute();
  // An endpoint's response may repeat the event.
  const ids = rows.map(({ id }) => id);
  await sql`
    update deliveries set answer = null
     where event_id = any(${ids}::uuid[]) and answer is not null`.execute(tx);
}

/** Operations before the first event of the log have position 0. */
async function redactOperations(tx: Tx, { userId }: ErasedUser, { from, to }: Range) {
  const { rows } = await sql<Pick<NamingRow, 'id' | 'request'>>`
    select id, request from audited_operations
     where position >= ${from} and position <= ${to}
       and request->'actor'->>'user_id' = ${userId}`.execute(tx);
  for (const { id, request } of rows)
    await tx
      .updateTable('audited_operations')
      .set({ request: JSON.stringify(redactUserRequest(request, { userId })) })
      .where('id', '=', id)
      .execute();
}
