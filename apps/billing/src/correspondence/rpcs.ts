import { newId, parsePublicId, toInstant, type Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import { type Kysely, sql } from 'kysely';
import { type AccountsDeps, findAccount } from '../accounts/peers.ts';
import { type Customer, findCustomer, findCustomerId } from '../customers/queries.ts';
import { type DocumentsDeps, drawInvoice } from '../documents/operations.ts';
import { documentNumberOf, type Invoice, openOf } from '../invoices/model.ts';
import { findInvoice } from '../invoices/queries.ts';
import { findProfile } from '../parties/queries.ts';
import { findPlan } from '../plans/queries.ts';
import { findOrMakeLink, newToken } from '../public-links/queries.ts';
import type { BillingTables } from '../schema.ts';

/** For so long a mail leads its customer to their portal. */
const PORTAL_DAYS = 14;

interface Deps extends DocumentsDeps, AccountsDeps {
  readonly publicUrl: string;
}

interface CustomerRequest {
  readonly accountId: Uuid;
  readonly customer: string;
  readonly plan: string;
}

interface InvoiceRequest {
  readonly accountId: Uuid;
  readonly invoiceId: Uuid;
  readonly withFile: boolean;
}

/** What mail asks while it writes to the customers of an account. */
export function correspondenceRpcs(deps: Deps) {
  const { db, publicUrl } = deps;
  return {
    async DescribeCustomer(
      { accountId, customer: reference, plan }: CustomerRequest,
      { requestId }: { readonly requestId: string },
    ) {
      const id =
        parsePublicId('customer', reference) ?? (await findCustomerId(db, accountId, reference));
      const customer = id === undefined ? undefined : await findCustomer(db, id);
      if (customer?.accountId !== accountId) throw notFound('customer');
      const [reader, bought] = await Promise.all([
        readerOf(deps, accountId, customer, requestId),
        plan === '' ? undefined : findPlan(db, accountId, plan),
      ]);
      return {
        ...reader,
        planName: bought?.name ?? plan,
        portalUrl: `${publicUrl}/portal/${await makePortal(db, customer)}`,
      };
    },

    async DescribeSeller({ accountId }: { readonly accountId: Uuid }) {
      const stored = await findProfile(db, accountId);
      return { logoUrl: stored?.logoHash ? `${publicUrl}/logos/${stored.logoHash}` : '' };
    },

    async DescribeInvoice(
      { accountId, invoiceId, withFile }: InvoiceRequest,
      { requestId }: { readonly requestId: string },
    ) {
      const invoice = await findInvoice(db, invoiceId);
      if (invoice?.sellerId !== accountId || invoice.status === 'draft') throw notFound('invoice');
      const customer =
        invoice.customerId === null ? undefined : await findCustomer(db, invoice.customerId);
      const [reader, link, file] = await Promise.all([
        readerOf(deps, accountId, customer, requestId),
        findOrMakeLink(db, invoice),
        withFile ? drawInvoice(deps, invoice, { requestId, acceptLanguage: undefined }) : undefined,
      ]);
      return {
        ...reader,
        status: invoice.status,
        number: documentNumberOf(invoice) ?? '',
        amountRemaining: remainingOf(invoice).toString(),
        currency: invoice.currency,
        dueAt: invoice.dueAt === null ? '' : toInstant(invoice.dueAt),
        sentAt: invoice.sentAt === null ? '' : toInstant(invoice.sentAt),
        url: link ? `${publicUrl}/i/${link.token}` : '',
        pdf: file?.bytes ?? Buffer.alloc(0),
      };
    },
  };
}

/** Who reads it, in whose words, and whose days count. */
async function readerOf(
  deps: Deps,
  accountId: Uuid,
  customer: Customer | undefined,
  requestId: string,
) {
  const [account, stored] = await Promise.all([
    findAccount(deps, accountId, requestId),
    findProfile(deps.db, accountId),
  ]);
  return {
    email: customer?.email ?? '',
    language: customer?.details.language ?? account?.language ?? '',
    timezone: stored?.profile.timezone ?? account?.timezone ?? 'UTC',
  };
}

function remainingOf(invoice: Invoice): bigint {
  return invoice.status === 'open' || invoice.status === 'uncollectible' ? openOf(invoice) : 0n;
}

/** A way to the portal of a customer's own, as a session that their seller makes. */
async function makePortal(db: Kysely<BillingTables>, { id, accountId }: Customer): Promise<string> {
  const token = newToken();
  await db
    .insertInto('portal_sessions')
    .values({
      ...{ id: newId(), seller_id: accountId, customer_id: id, token, return_url: null },
      expires_at: sql<Date>`clock_timestamp() + ${PORTAL_DAYS} * interval '1 day'`,
    })
    .execute();
  return token;
}
