import { AppError, newId } from '@florin/contracts';
import { sql, type Transaction } from 'kysely';
import type { MailTables } from '../schema.ts';
import type { MailRow } from './queries.ts';

/**
 * Writes a mail once more, to whoever it was for, as things are now: what nobody needs any more is dropped
 * again.
 * @throws AppError conflict for one that has not ended.
 */
export async function resend(tx: Transaction<MailTables>, mail: MailRow): Promise<MailRow> {
  if (mail.status === 'waiting')
    throw new AppError('conflict', 'this mail is on its way: wait until it has ended');
  const again = newId();
  // It is its own cause: that of the first is there once.
  const { rows } = await sql<MailRow>`
    insert into letters (id, cause_id, kind, account_id, receiver, values, about, lane)
    select ${again}, ${again}, kind, account_id, receiver, values, about, lane
      from letters where id = ${mail.id}
    returning *`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError('not_found', 'this mail is gone: it is kept for a while');
  return row;
}
