import { AppError, newId } from '@florin/contracts';
import { sql, type Transaction } from 'kysely';
import type { MailTables } from '../schema.ts';
import type { MailRow } from './queries.ts';

/**
 * Queues an email to the same receiver again, with current data; drops it again if it is obsolete.
 * @throws AppError conflict while the first one is in progress.
 */
export async function resend(tx: Transaction<MailTables>, mail: MailRow): Promise<MailRow> {
  if (mail.status === 'waiting')
    throw new AppError('conflict', 'this mail is on its way: wait until it has ended');
  const again = newId();
  // Uses its own ID as the cause, since cause, kind and receiver are unique.
  const { rows } = await sql<MailRow>`
    insert into messages (id, cause_id, kind, account_id, receiver, values, about, queue)
    select ${again}, ${again}, kind, account_id, receiver, values, about, queue
      from messages where id = ${mail.id}
    returning *`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError('not_found', 'this mail is gone: it is kept for a while');
  return row;
}
