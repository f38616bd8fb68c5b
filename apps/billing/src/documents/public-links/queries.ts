import { randomBytes } from 'node:crypto';
import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { PublicLinkRow } from '../../schema/public-links.ts';
import type { BillingTables } from '../../schema.ts';

/** Public page of an invoice: anyone with the URL can open it. */
export interface PublicLink {
  readonly invoiceId: Uuid;
  readonly token: string;
  readonly createdAt: Date;
}

/** 256 bits in base64url, which cannot be guessed. */
const TOKEN_BYTES = 32;
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

interface Linked {
  readonly id: Uuid;
  readonly sellerId: Uuid;
}

/** The link of an invoice, created on first use; undefined if it was revoked. */
export async function findOrMakeLink(
  db: Kysely<BillingTables>,
  { id, sellerId }: Linked,
): Promise<PublicLink | undefined> {
  await db
    .insertInto('public_links')
    .values({ invoice_id: id, seller_id: sellerId, token: newToken(), revoked_at: null })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('public_links')
    .selectAll()
    .where('invoice_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && toLink(row);
}

/** The link of an invoice; a revoked one is replaced by a new token. */
export async function renewLink(db: Kysely<BillingTables>, invoice: Linked): Promise<PublicLink> {
  const found = await findOrMakeLink(db, invoice);
  if (found) return found;
  const row = await db
    .updateTable('public_links')
    .set({ token: newToken(), created_at: sql<Date>`clock_timestamp()`, revoked_at: null })
    .where('invoice_id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toLink(row);
}

export async function findLinkByToken(
  db: Kysely<BillingTables>,
  token: string,
): Promise<PublicLink | undefined> {
  const row = await db
    .selectFrom('public_links')
    .selectAll()
    .where('token', '=', token)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && toLink(row);
}

/** Revokes a link permanently. A new link is only created on request, with another token. */
export async function revokeLink(
  db: Kysely<BillingTables>,
  { id, sellerId }: Linked,
): Promise<void> {
  const revoked = { token: newToken(), revoked_at: sql<Date>`clock_timestamp()` };
  await db
    .insertInto('public_links')
    .values({ invoice_id: id, seller_id: sellerId, ...revoked })
    .onConflict((conflict) => conflict.column('invoice_id').doUpdateSet(revoked))
    .execute();
}

function toLink(row: Selectable<PublicLinkRow>): PublicLink {
  return { invoiceId: row.invoice_id, token: row.token, createdAt: row.created_at };
}
