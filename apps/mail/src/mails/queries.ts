import { type MailStatus, mailKinds, type Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import type { MessageKind } from '../domain/mail.ts';
import type { Db, MailTables } from '../schema.ts';

export type MailRow = Pick<
  Selectable<MailTables['messages']>,
  | 'id'
  | 'kind'
  | 'account_id'
  | 'receiver'
  | 'sent_to'
  | 'status'
  | 'attempts'
  | 'reason'
  | 'created_at'
  | 'ended_at'
>;

export interface MailFilter {
  readonly accountId: Uuid | 'all';
  readonly status: MailStatus | undefined;
  /** Only emails about this object. */
  readonly aboutId: Uuid | undefined;
  /** Only these kinds; undefined for all. */
  readonly kinds?: readonly MessageKind[] | undefined;
}

/** Emails to accounts and their customers, without those about logins. */
const visible = (db: Db) =>
  db
    .selectFrom('messages')
    .select([
      ...(['id', 'kind', 'account_id', 'receiver', 'sent_to', 'status'] as const),
      ...(['attempts', 'reason', 'created_at', 'ended_at'] as const),
    ])
    .where('kind', 'in', [...mailKinds])
    .where('account_id', 'is not', null);

export async function selectMails(
  db: Db,
  { accountId, status, aboutId, kinds }: MailFilter,
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly MailRow[]> {
  let query = visible(db);
  if (accountId !== 'all') query = query.where('account_id', '=', accountId);
  if (status) query = query.where('status', '=', status);
  if (kinds) query = query.where('kind', 'in', [...kinds]);
  if (aboutId) query = query.where(sql<boolean>`about @> array[${aboutId}]::uuid[]`);
  return selectPage(query, cursor, rowsMax).execute();
}

export async function findMail(
  db: Db,
  accountId: Uuid | 'all',
  id: Uuid,
): Promise<MailRow | undefined> {
  let query = visible(db).where('id', '=', id);
  if (accountId !== 'all') query = query.where('account_id', '=', accountId);
  return query.executeTakeFirst();
}
