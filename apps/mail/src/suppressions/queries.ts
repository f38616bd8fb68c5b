import { randomBytes } from 'node:crypto';
import { newId, type SuppressionReason, type Uuid } from '@florin/contracts';
import { addToOutbox, type Cursor, selectPage } from '@florin/database';
import { type Selectable, sql, type Transaction } from 'kysely';
import { type Suppression, suppressionEvent } from '../domain/suppression.ts';
import type { Db, MailTables } from '../schema.ts';

type Tx = Transaction<MailTables>;

/** 256 bits in base64url, which cannot be guessed. */
const TOKEN_BYTES = 32;

interface Suppressing {
  readonly email: string;
  readonly accountId: Uuid | null;
  readonly reason: SuppressionReason;
  readonly requestId: string;
}

/** Suppresses an address and publishes an event; does nothing if it already is suppressed. */
export async function suppress(
  tx: Tx,
  { email, accountId, reason, requestId }: Suppressing,
): Promise<void> {
  const { rows } = await sql<Selectable<MailTables['suppressions']>>`
    insert into suppressions (id, account_id, email, reason)
    values (${newId()}, ${accountId}, ${email}, ${reason})
    on conflict do nothing returning *`.execute(tx);
  for (const row of rows) {
    const suppression = toSuppression(row);
    const cause = { at: suppression.createdAt, requestId };
    await addToOutbox(tx, [suppressionEvent('mail_suppression.created', suppression, cause)]);
  }
}

/** Suppressions of an address, for all accounts and for this one. */
export async function findSuppressions(
  db: Db,
  email: string,
  accountId: Uuid | null,
): Promise<readonly Suppression[]> {
  const rows = await db
    .selectFrom('suppressions')
    .selectAll()
    .where('email', '=', email)
    .where((row) => row.or([row('account_id', 'is', null), row('account_id', '=', accountId)]))
    .execute();
  return rows.map(toSuppression);
}

export async function findSuppression(db: Db, id: Uuid): Promise<Suppression | undefined> {
  const row = await db
    .selectFrom('suppressions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toSuppression(row);
}

export interface SuppressionFilter {
  /** Undefined for all accounts. */
  readonly accountId: Uuid | undefined;
  readonly email: string | undefined;
}

/** The rows of a page, starting at its cursor. */
export async function selectSuppressions(
  db: Db,
  { accountId, email }: SuppressionFilter,
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly Suppression[]> {
  let query = db.selectFrom('suppressions').selectAll();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (email !== undefined) query = query.where('email', '=', email);
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map(toSuppression);
}

/** Whether it existed. */
export async function deleteSuppression(tx: Tx, id: Uuid): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('suppressions')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Unsubscribe token for the optional emails of an account. */
export async function findOrMakeToken(db: Db, accountId: Uuid, email: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('unsubscribe_links')
    .values({ token, account_id: accountId, email })
    .onConflict((conflict) => conflict.columns(['account_id', 'email']).doNothing())
    .execute();
  const row = await db
    .selectFrom('unsubscribe_links')
    .select('token')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.token;
}

export async function findReader(
  db: Db,
  token: string,
): Promise<{ readonly accountId: Uuid; readonly email: string } | undefined> {
  const row = await db
    .selectFrom('unsubscribe_links')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row && { accountId: row.account_id, email: row.email };
}

function toSuppression(row: Selectable<MailTables['suppressions']>): Suppression {
  const { id, account_id: accountId, email, reason, created_at: createdAt } = row;
  return { id, accountId, email, reason, createdAt };
}
