import { AppError, newId, type Uuid } from '@florin/contracts';
import { sql, type Transaction } from 'kysely';
import type { MailTables } from '../schema.ts';
import { findMail, type MailRow } from './queries.ts';

/**
 * Writes a mail once more, to whoever it was for, as things are now: what nobody needs any more is dropped
 * again. Undefined for one that the account has not.
 * @throws AppError conflict for one that has not ended.
 */
export async function resend(
  tx: Transaction<MailTables>,
  accountId: Uuid | 'all',
  id: Uuid,
): Promise<MailRow | undefined> {
  const mail = await findMail(tx, accountId, id);
  if (!mail) return undefined;
  if (mail.status === 'waiting')
    throw new AppError('conflict', 'this mail is on its way: wait until it has ended');
  const again = newId();
  // It is its own cause: that of the first is there once.
  await sql`
    insert into letters (id, cause_id, kind, account_id, receiver, values, about)
    select ${again}, ${again}, kind, account_id, receiver, values, about
      from letters where id = ${id}`.execute(tx);
  return findMail(tx, accountId, again);
}
