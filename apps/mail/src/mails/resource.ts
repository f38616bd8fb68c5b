import { livemodeOf, mailSchema, toPublicId } from '@florin/contracts';
import type { MailRow } from './queries.ts';

/** An email as the API returns it. */
export function toMail(row: MailRow) {
  const { id, kind, account_id: accountId, status, attempts, reason } = row;
  return mailSchema.parse({
    id: toPublicId('mail', id),
    object: 'mail',
    livemode: livemodeOf(accountId),
    account_id: accountId && toPublicId('account', accountId),
    ...{ kind, status, attempts, reason },
    to: row.sent_to ?? row.receiver,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  });
}
