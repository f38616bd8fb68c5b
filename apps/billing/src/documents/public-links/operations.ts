import {
  AppError,
  isLive,
  type publicLinkSchema,
  type Reply,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { type Invoice, openOf } from '../../domain/invoice/model.ts';
import { type LinkRequest, newLinkRequest } from '../../domain/payment-link.ts';
import { findInvoice } from '../../invoicing/invoices/queries.ts';
import type { BillingTables } from '../../schema.ts';
import { findLinkByToken, type PublicLink, renewLink, revokeLink } from './queries.ts';

export interface PublicLinkDeps {
  readonly db: Kysely<BillingTables>;
  /** URL of the gateway for clients. */
  readonly publicUrl: string;
  readonly beginLink: (request: LinkRequest, key: IdempotencyKey | undefined) => Promise<Reply>;
}

/** Finds or creates the public page of an invoice. */
export function makePublicLink(
  { db, publicUrl }: PublicLinkDeps,
  invoice: Invoice,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (invoice.status === 'draft')
    throw new AppError('conflict', 'a draft has no public page; finalize it first');
  return runOnce(db, key, async (tx) => {
    const link = await renewLink(tx, invoice);
    return { status: 200, body: toResource(invoice, link, publicUrl) };
  });
}

/** Revokes the page. Idempotent. */
export function revokePublicLink(
  { db }: PublicLinkDeps,
  invoice: Invoice,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const { id, sellerId } = invoice;
  return runOnce(db, key, async (tx) => {
    await revokeLink(tx, invoice);
    const body = { object: 'public_link', livemode: isLive(sellerId), deleted: true };
    return { status: 200, body: { ...body, invoice_id: toPublicId('invoice', id) } };
  });
}

/** The invoice of a link; undefined for an invalid link. */
export async function openPublicLink(
  { db }: PublicLinkDeps,
  token: string,
): Promise<Invoice | undefined> {
  const link = await findLinkByToken(db, token);
  return link && findInvoice(db, link.invoiceId);
}

/** Whether the customer can pay an invoice on a page now. */
export function isPayable(invoice: Invoice): boolean {
  const { status, customerId } = invoice;
  const isOwed = status === 'open' || status === 'uncollectible';
  return isOwed && customerId !== null && openOf(invoice) > 0n;
}

/**
 * URL where the invoice can be paid now; undefined if it was paid or closed meanwhile.
 * @throws AppError unavailable while a charge is pending: retry later.
 */
export async function findPaymentUrl(
  { beginLink }: Pick<PublicLinkDeps, 'beginLink'>,
  invoiceId: Uuid,
  requestId: string,
): Promise<string | undefined> {
  const cause = { requestId, idempotencyKey: null };
  const { status, body } = await beginLink(newLinkRequest(invoiceId, cause), undefined);
  if (status === 200) return (body as { payment_url: string }).payment_url;
  if (status === 503)
    throw new AppError('unavailable', 'a payment of this invoice is in progress; retry');
  return undefined;
}

function toResource(
  { id, sellerId }: Invoice,
  { token, createdAt }: PublicLink,
  publicUrl: string,
): z.output<typeof publicLinkSchema> {
  return {
    object: 'public_link',
    livemode: isLive(sellerId),
    invoice_id: toPublicId('invoice', id),
    url: `${publicUrl}/i/${token}`,
    created_at: createdAt.toISOString(),
  };
}
