import {
  confirmationPurposes,
  type DomainEvent,
  erasedUsersIn,
  templateKinds,
  type Uuid,
} from '@florin/contracts';
import { type Erasure, recordErasures } from '@florin/database';
import { sql, type Transaction } from 'kysely';
import { withoutPerson } from '../domain/erasure.ts';
import type { MailTables } from '../schema.ts';

type Tx = Transaction<MailTables>;

const REASON = 'the personal data of the customer was erased';
const USER_REASON = 'the personal data of the user was erased';

/** Erases mails to customers and users whose personal data was erased, with their addresses. */
export async function eraseMails(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  for (const erasure of await recordErasures(tx, events)) await redactMails(tx, erasure);
  for (const { userId } of erasedUsersIn(events)) await redactMailsTo(tx, userId);
}

/** Emails about the login of a user, and invitations to their addresses. */
async function redactMailsTo(tx: Tx, userId: Uuid): Promise<void> {
  const kinds = [...confirmationPurposes];
  const { rows: sent } = await sql<{ receiver: string }>`
    select distinct receiver from messages
     where kind = any(${kinds}::text[]) and kind <> 'invitation' and receiver is not null
       and about @> array[${userId}]::uuid[]`.execute(tx);
  const addresses = sent.map(({ receiver }) => receiver);
  const { rows } = await sql<{ id: Uuid; values: unknown }>`
    select id, values from messages
     where kind = any(${kinds}::text[]) and receiver = any(${addresses}::text[])
       for update`.execute(tx);
  for (const { id, values } of rows) await redactMail(tx, id, values, USER_REASON);
  await sql`delete from mailbox where receiver = any(${addresses}::text[])`.execute(tx);
}

async function redactMail(tx: Tx, id: Uuid, values: unknown, reason: string): Promise<void> {
  await sql`
    update messages
       set receiver = null, sent_to = null, values = ${JSON.stringify(withoutPerson(values))},
           status = case when status = 'waiting' then 'dropped' else status end,
           reason = ${reason}, ended_at = coalesce(ended_at, now())
     where id = ${id}`.execute(tx);
}

async function redactMails(tx: Tx, { customerId, accountId }: Erasure): Promise<void> {
  const addresses = await findAddresses(tx, customerId, accountId);
  const { rows } = await sql<{ id: Uuid; values: unknown }>`
    select id, values from messages
     where account_id = ${accountId} and kind = any(${[...templateKinds]}::text[])
       and (about @> array[${customerId}]::uuid[]
            or sent_to = any(${addresses}::text[]) or receiver = any(${addresses}::text[]))
       for update`.execute(tx);
  for (const { id, values } of rows) await redactMail(tx, id, values, REASON);
  await tx
    .deleteFrom('unsubscribe_links')
    .where('account_id', '=', accountId)
    .where('email', '=', sql<string>`any(${addresses}::text[])`)
    .execute();
  await sql`delete from mailbox where receiver = any(${addresses}::text[])`.execute(tx);
}

/** Addresses of sent and queued emails about a customer. */
async function findAddresses(
  tx: Tx,
  customerId: Uuid,
  accountId: Uuid,
): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct unnest(array[sent_to, receiver]) as address from messages
     where account_id = ${accountId} and kind = any(${[...templateKinds]}::text[])
       and about @> array[${customerId}]::uuid[]`.execute(tx);
  return rows.flatMap(({ address }) => address ?? []);
}
