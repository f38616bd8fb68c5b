import { randomBytes } from 'node:crypto';
import type { Uuid } from '@florin/contracts';
import type { Kysely, Selectable } from 'kysely';
import type { BillingTables, PublicLinkRow } from '../schema.ts';

/** The page of an invoice for whoever has its address. */
export interface PublicLink {
  readonly invoiceId: Uuid;
  readonly token: string;
  readonly createdAt: Date;
}

/** 256 bits in base64url: nobody guesses one. */
const TOKEN_BYTES = 32;
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The link of an invoice, which is made where there is none. */
export async function findOrMakeLink(
  db: Kysely<BillingTables>,
  invoice: { readonly id: Uuid; readonly sellerId: Uuid },
): Promise<PublicLink> {
  await db
    .insertInto('public_links')
    .values({ invoice_id: invoice.id, seller_id: invoice.sellerId, token: newToken() })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('public_links')
    .selectAll()
    .where('invoice_id', '=', invoice.id)
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
    .executeTakeFirst();
  return row && toLink(row);
}

/** Its page is gone for good: a later link of the invoice has another token. */
export async function deleteLink(db: Kysely<BillingTables>, invoiceId: Uuid): Promise<void> {
  await db.deleteFrom('public_links').where('invoice_id', '=', invoiceId).execute();
}

function toLink(row: Selectable<PublicLinkRow>): PublicLink {
  return { invoiceId: row.invoice_id, token: row.token, createdAt: row.created_at };
}
