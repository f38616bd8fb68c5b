import { newId, type Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Message, MessageKind, MessageValues } from '../domain/mail.ts';
import { type Queue, queueOf } from '../domain/queues.ts';
import type { StoredOutcome } from '../domain/retries.ts';
import { interactiveKinds } from '../domain/suppression.ts';
import type { Db, MailTables } from '../schema.ts';

/** A due email that this process has leased. */
export interface Due {
  readonly id: Uuid;
  readonly kind: MessageKind;
  readonly accountId: Uuid | null;
  readonly receiver: string | null;
  readonly values: MessageValues;
  readonly queue: Queue;
  /** Including the current one. */
  readonly attempts: number;
}

const textField = z.string().nullable();
const valuesSchema = z.object({
  paymentId: textField,
  confirmationId: textField.default(null),
  invoiceId: textField.default(null),
  creditNoteId: textField.default(null),
  customer: textField.default(null),
  plan: textField.default(null),
  items: z.array(z.object({ plan: z.string(), price: z.string() })).default([]),
  at: textField.default(null),
  amount: textField,
  currency: textField,
  reference: textField,
  name: textField,
  consolePath: textField.default(null),
  isAutomatic: z.boolean().default(false),
});
const REASON_MAX = 500;

/** Stores emails, once per cause, kind and receiver. */
export async function insertMessages(
  tx: Transaction<MailTables>,
  messages: readonly (Message & { readonly about?: readonly Uuid[] })[],
): Promise<void> {
  for (const message of messages) {
    const { causeId, kind, accountId, receiver, values, delayMs, about = [] } = message;
    await sql`
      insert into messages (id, cause_id, kind, account_id, receiver, values, due_at, about, queue)
      values (${newId()}, ${causeId}, ${kind}, ${accountId}, ${receiver},
              ${JSON.stringify(values)}, now() + ${delayMs} * interval '1 millisecond', ${about}::uuid[],
              ${queueOf(message)})
      on conflict do nothing`.execute(tx);
  }
}

/** Leases due emails, except those that another process has leased meanwhile. */
export async function leaseDue(
  db: Db,
  ids: readonly Uuid[],
  leaseMs: number,
): Promise<readonly Due[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: Uuid;
    kind: MessageKind;
    account_id: Uuid | null;
    receiver: string | null;
    values: unknown;
    queue: Queue;
    attempts: number;
  }>`
    update messages
       set attempts = attempts + 1, due_at = now() + ${leaseMs} * interval '1 millisecond'
     where id in (
       select id from messages
        where id = any(${ids}::uuid[]) and status = 'waiting' and due_at <= now()
          for update skip locked)
    returning id, kind, account_id, receiver, values, queue, attempts`.execute(db);
  return rows.map(({ account_id, values, ...row }) => ({
    ...row,
    accountId: account_id,
    values: valuesSchema.parse(values),
  }));
}

/** Stores the address before sending. */
export async function saveReader(db: Db, { id }: Pick<Due, 'id'>, to: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ sent_to: to })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('sent_to', 'is distinct from', to)
    .execute();
}

/** Moves an email to another queue, due immediately; this does not count as an attempt. */
export async function moveToQueue(
  db: Db,
  { id, attempts }: Pick<Due, 'id' | 'attempts'>,
  queue: Queue,
): Promise<void> {
  await sql`
    update messages set queue = ${queue}, attempts = attempts - 1, due_at = now()
     where id = ${id} and attempts = ${attempts} and status = 'waiting'`.execute(db);
}

/**
 * Whether an email about a failed charge of this invoice is queued, or was sent within the last
 * minutes.
 */
export async function hasFailureMail(db: Db, invoiceId: Uuid): Promise<boolean> {
  const { rows } = await sql`
    select from messages
     where about @> array[${invoiceId}]::uuid[] and kind = 'payment_failed'
       and status in ('waiting', 'sent') and created_at > now() - interval '10 minutes'
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Stores the result of an attempt, unless another process has started a newer one. */
export async function saveOutcome(
  db: Db,
  { id, attempts }: Pick<Due, 'id' | 'attempts'>,
  outcome: StoredOutcome,
): Promise<void> {
  const reason = outcome.reason?.slice(0, REASON_MAX) ?? null;
  if (outcome.status === 'waiting')
    await sql`
      update messages set reason = ${reason},
             due_at = now() + ${outcome.inMs} * interval '1 millisecond'
       where id = ${id} and attempts = ${attempts} and status = 'waiting'`.execute(db);
  else
    await sql`
      with completed as (
        update messages set status = ${outcome.status}, reason = ${reason}, ended_at = now()
         where id = ${id} and status = 'waiting'
        returning account_id, kind, status)
      insert into account_hours (account_id, hour, sent)
      select account_id, date_trunc('hour', now()), 1 from completed
       where account_id is not null and status = 'sent' and kind <> all(${interactiveKinds})
      on conflict (account_id, hour) do update set sent = account_hours.sent + 1`.execute(db);
}

/** Deletes emails some time after they are final. */
export async function deleteEnded(db: Db, keptDays: number, rowsMax: number): Promise<bigint> {
  const { numAffectedRows } = await inBackground(db, (tx: Kysely<MailTables>) =>
    sql`
    delete from messages where id in (
      select id from messages
       where status <> 'waiting' and ended_at < now() - ${keptDays} * interval '1 day'
       order by ended_at limit ${rowsMax})`.execute(tx),
  );
  return numAffectedRows ?? 0n;
}

/** Deletes counts of past hours. */
export async function deleteOldHours(db: Db): Promise<void> {
  await sql`delete from account_hours where hour < now() - interval '1 day'`.execute(db);
}
