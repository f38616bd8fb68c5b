import { AppError, newId, parsePublicId, toInstant, type Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import { type Kysely, sql } from 'kysely';
import { type AccountsDeps, findAccount } from '../../accounts/find.ts';
import { findPlan } from '../../catalogue/plans/operations.ts';
import { readTimes } from '../../clock.ts';
import { mailedStateOf, remainingOf } from '../../domain/correspondence.ts';
import type { Customer } from '../../domain/customer.ts';
import { documentNumberOf, type Invoice } from '../../domain/invoice/model.ts';
import { shownPriceOf } from '../../domain/shown-price.ts';
import { nextAttemptOf } from '../../domain/subscription/model.ts';
import { boughtBy } from '../../domain/tax/charges.ts';
import { findCreditNote } from '../../invoicing/credit-notes/queries.ts';
import { findInvoice } from '../../invoicing/invoices/queries.ts';
import { findCustomer, findCustomerId } from '../../records/customers-queries.ts';
import { findProfile } from '../../records/profiles-queries.ts';
import { findSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { readSales } from '../../tax/sales/read.ts';
import { type DocumentsDeps, drawCreditNote, drawInvoice } from '../drawing/operations.ts';
import { findOrMakeLink, newToken } from '../public-links/queries.ts';

/** Lifetime of a portal link in a mail. */
const PORTAL_DAYS = 14;

interface Deps extends DocumentsDeps, AccountsDeps {
  readonly publicUrl: string;
}

interface CustomerRequest {
  readonly accountId: Uuid;
  readonly customer: string;
  readonly plan: string;
  /** Missing in requests of earlier versions of mail. */
  readonly price?: string;
  readonly items?: readonly PricedPlan[];
}

interface PricedPlan {
  readonly plan: string;
  /** Minor units. */
  readonly price: string;
}

interface InvoiceRequest {
  readonly accountId: Uuid;
  readonly invoiceId: Uuid;
  readonly withFile: boolean;
  /** Missing in requests of earlier versions of mail. */
  readonly withFileIfMailed?: boolean;
}

interface CreditNoteRequest {
  readonly accountId: Uuid;
  readonly creditNoteId: Uuid;
  readonly withFile: boolean;
}

/** RPCs that mail calls to write to an account's customers. */
export function correspondenceRpcs(deps: Deps) {
  const { db, publicUrl } = deps;
  return {
    async DescribeCustomer(
      { accountId, customer: reference, plan, price = '0', items = [] }: CustomerRequest,
      { requestId }: { readonly requestId: string },
    ) {
      const id =
        parsePublicId('customer', reference) ?? (await findCustomerId(db, accountId, reference));
      const customer = id === undefined ? undefined : await findCustomer(db, id);
      if (customer?.accountId !== accountId) throw notFound('customer');
      const asked = items.length > 0 ? items : [{ plan, price }];
      const [reader, ...bought] = await Promise.all([
        readerOf(deps, accountId, customer, requestId),
        ...asked.map((item) => findItem(db, accountId, item)),
      ]);
      const parties = { sellerId: accountId, customerId: customer.id, payerAccountId: null };
      const sale = (await readSales(db, [parties]))(parties, Date.now());
      const [first = NO_PLAN, ...addOns] = bought;
      const shown = shownPriceOf({ ...first, addOns }, sale);
      return {
        ...reader,
        planName: bought.map(({ name }) => name).join(' + '),
        shownPrice: shown.amount.toString(),
        isPlusTax: shown.isPlusTax,
        portalUrl: `${publicUrl}/portal/${await makePortal(db, customer)}`,
      };
    },

    async DescribeSeller({ accountId }: { readonly accountId: Uuid }) {
      const stored = await findProfile(db, accountId);
      return { logoUrl: stored?.logoHash ? `${publicUrl}/logos/${stored.logoHash}` : '' };
    },

    async DescribeInvoice(
      { accountId, invoiceId, withFile, withFileIfMailed = false }: InvoiceRequest,
      { requestId }: { readonly requestId: string },
    ) {
      const invoice = await findInvoice(db, invoiceId);
      if (invoice?.sellerId !== accountId) throw notFound('invoice');
      const mailsInvoices = (await findProfile(db, accountId))?.profile.mailsInvoices ?? false;
      if (invoice.status === 'draft') throw mailsInvoices ? draftOf(invoice) : notFound('invoice');
      const customer =
        invoice.customerId === null ? undefined : await findCustomer(db, invoice.customerId);
      const isWanted = withFile || (withFileIfMailed && mailsInvoices);
      const [reader, link, standing, file] = await Promise.all([
        readerOf(deps, accountId, customer, requestId),
        findOrMakeLink(db, invoice),
        readStanding(db, invoice),
        isWanted ? drawInvoice(deps, invoice, { requestId, acceptLanguage: undefined }) : undefined,
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
        mailsInvoices,
        ...standing,
        total: boughtBy(invoice.lines).gross.toString(),
      };
    },

    async DescribeCreditNote(
      { accountId, creditNoteId, withFile }: CreditNoteRequest,
      { requestId }: { readonly requestId: string },
    ) {
      const note = await findCreditNote(db, creditNoteId);
      if (note?.sellerId !== accountId || note.issuedAt === null) throw notFound('credit note');
      const { customerId, invoiceId } = note;
      const [customer, invoice, stored] = await Promise.all([
        customerId === null ? undefined : findCustomer(db, customerId),
        findInvoice(db, invoiceId),
        findProfile(db, accountId),
      ]);
      const isMailed =
        (stored?.profile.mailsInvoices ?? false) || (invoice?.sentAt ?? null) !== null;
      const [reader, link, file] = await Promise.all([
        readerOf(deps, accountId, customer, requestId),
        invoice && findOrMakeLink(db, invoice),
        withFile && isMailed
          ? drawCreditNote(deps, note, { requestId, acceptLanguage: undefined })
          : undefined,
      ]);
      return {
        ...reader,
        number: note.documentNumber ?? '',
        invoiceNumber: note.invoiceNumber,
        amount: note.amount.toString(),
        currency: note.currency,
        url: link ? `${publicUrl}/i/${link.token}` : '',
        isMailed,
        creditTo: note.destination,
        pdf: file?.bytes ?? Buffer.alloc(0),
      };
    },
  };
}

const NO_PLAN = { name: '', plan: { amount: 0n }, quantity: 1 };

/** An item at a given price, with the name and the tax of its plan if the account has it. */
async function findItem(db: Kysely<BillingTables>, accountId: Uuid, { plan, price }: PricedPlan) {
  const found = plan === '' ? undefined : await findPlan(db, accountId, plan);
  return { name: found?.name ?? plan, plan: { ...found, amount: BigInt(price) }, quantity: 1 };
}

/** Recipient, language and calendar of a mail. */
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

/** The state of an invoice by its clock, and whether it will be charged again. */
async function readStanding(db: Kysely<BillingTables>, invoice: Invoice) {
  const stored =
    invoice.subscriptionId === null
      ? undefined
      : await findSubscription(db, invoice.subscriptionId);
  const { dunning = null, testClockId = null } = stored?.subscription ?? {};
  const { nowMs } = await readTimes(db, testClockId);
  const isDunned = dunning?.charge?.invoiceId === invoice.id && nextAttemptOf(dunning) !== null;
  return {
    state: mailedStateOf(invoice, nowMs),
    isChargedAgain: isDunned && invoice.status === 'open',
  };
}

/** A charge can be paid before its invoice has a number; the receipt waits for that number. */
function draftOf({ subscriptionId }: Invoice): AppError {
  return subscriptionId === null
    ? notFound('invoice')
    : new AppError('unavailable', 'the invoice of this charge has no number yet');
}

/** Creates a portal session for a customer, as its seller could. */
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
