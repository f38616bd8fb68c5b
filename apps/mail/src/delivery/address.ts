import { newId, type Uuid } from '@florin/contracts';
import type { Account, Invoice, Peers, WantedFile } from '../clients.ts';
import type { MessageKind } from '../domain/mail.ts';
import { hasAttachment, type Queue } from '../domain/queues.ts';
import type { Facts } from '../messages/write.ts';
import type { Attachment } from '../smtp/transport.ts';
import type { Due } from './queries.ts';

/** A complete email, its other queue, or the reason why it is dropped. */
export type Addressed = { readonly dropped: string } | { readonly queue: Queue } | Ready;

interface Ready {
  /** Account whose name is shown, and which gets the replies. */
  readonly from: Pick<Account, 'name' | 'email'>;
  readonly to: string;
  /** Language of the reader (BCP 47); undefined if unknown. */
  readonly language: string | undefined;
  readonly facts: Facts;
  readonly attachment?: Attachment | undefined;
}

const CONFIRMED = { dropped: 'already confirmed, or too late' };
const GONE = { dropped: 'the object of the mail no longer exists' };
const NO_ADDRESS = { dropped: 'the customer has no known address' };
const UNMAILED = { dropped: 'the account does not mail its invoices' };
const SENT = { dropped: 'the account sent the invoice itself' };
/** Emails that link customers to the page of their payment. */
const linked: ReadonlySet<MessageKind> = new Set(['payment_request', 'receipt']);
/** For this long after an invoice was sent, no payment request for it is sent. */
const SENT_MS = 600_000;

interface Asking {
  readonly peers: Peers;
  readonly message: Due;
  readonly requestId: string;
}

/** Loads current data when sending: the account may have been renamed or closed since. */
export async function address(peers: Peers, message: Due, publicUrl: string): Promise<Addressed> {
  const asking = { peers, message, requestId: newId() };
  const { accountId, values } = message;
  if (values.confirmationId !== null) return addressUser(asking, values.confirmationId);
  if (message.kind === 'digest') return addressOperator(asking);
  const account =
    accountId === null ? undefined : await peers.findAccount(accountId, asking.requestId);
  if (accountId === null || !account) return GONE;
  const of = { ...asking, account, accountId };
  if (values.paymentId !== null) return addressPayer(of, values.paymentId);
  if (values.invoiceId !== null) return addressInvoice(of, values.invoiceId);
  if (values.creditNoteId !== null) return addressCreditNote(of, values.creditNoteId);
  if (values.customer !== null) return addressCustomer(of, values.customer);
  const from = await peers.getPlatform(asking.requestId);
  const { email: to, language } = account;
  const { consolePath } = values;
  const url = consolePath ? `${publicUrl}/console/${consolePath}` : null;
  return { from, to, language, facts: { ...factsOf(message, account.name), url } };
}

/** An email to the operator, in the platform's name. */
async function addressOperator({ peers, message, requestId }: Asking): Promise<Addressed> {
  const from = await peers.getPlatform(requestId);
  const { receiver } = message;
  if (receiver === null) return GONE;
  return { from, to: receiver, language: undefined, facts: factsOf(message, from.name) };
}

interface OfAccount extends Asking {
  readonly account: Account;
  readonly accountId: Uuid;
}

async function addressPayer(
  { peers, message, account, accountId, requestId }: OfAccount,
  paymentId: Uuid,
): Promise<Addressed> {
  const { kind, receiver, values } = message;
  const payment = await peers.findPayment(accountId, paymentId, requestId);
  if (!payment) return GONE;
  const { status, url, customerEmail } = payment;
  const isRequest = kind === 'payment_request';
  if (isRequest && status !== 'pending') return { dropped: `the payment is already ${status}` };
  const invoice =
    values.invoiceId === null
      ? undefined
      : await peers.findInvoice(
          accountId,
          { invoiceId: values.invoiceId, file: wantedFile(message) },
          requestId,
        );
  if (kind === 'receipt' && message.queue !== 'attachment' && invoice?.isMailed)
    return { queue: 'attachment' };
  if (isRequest && invoice && isJustSent(invoice)) return SENT;
  return {
    ...{ from: account, to: receiver ?? customerEmail },
    language: invoice?.language ?? account.language,
    facts: {
      ...factsOf(message, account.name),
      ...(invoice && { reference: invoice.number, state: invoice.state }),
      isAttached: invoice?.pdf != null,
      url: linked.has(kind) ? url : null,
    },
    attachment: invoice?.pdf ? fileOf(invoice.number, invoice.pdf) : undefined,
  };
}

async function addressInvoice(
  { peers, message, account, accountId, requestId }: OfAccount,
  invoiceId: Uuid,
): Promise<Addressed> {
  const { kind, values } = message;
  const file = values.isAutomatic ? 'if mailed' : wantedFile(message);
  const invoice = await peers.findInvoice(accountId, { invoiceId, file }, requestId);
  if (!invoice) return GONE;
  if (values.isAutomatic && !invoice.isMailed) return UNMAILED;
  if (values.isAutomatic && isJustSent(invoice)) return SENT;
  // Dunning emails are sent even if a later step has given the invoice up.
  const isOver = kind !== 'invoice' && !['open', 'uncollectible'].includes(invoice.status);
  if (isOver) return { dropped: `the invoice is already ${invoice.status}` };
  if (invoice.email === undefined) return NO_ADDRESS;
  const { currency, timezone, url, number, state, isChargedAgain, pdf } = invoice;
  const isPaid = state === 'paid' || state === 'refunded';
  const money = {
    amount: state === 'void' ? null : isPaid ? invoice.total : invoice.amountRemaining,
    currency,
    at: values.at ?? invoice.dueAt,
  };
  return {
    ...{ from: account, to: invoice.email, language: invoice.language ?? account.language },
    facts: {
      ...{ ...factsOf(message, account.name), ...money, timezone, url, name: number },
      ...{ state, isChargedAgain },
    },
    attachment: pdf ? fileOf(number, pdf) : undefined,
  };
}

async function addressCreditNote(
  { peers, message, account, accountId, requestId }: OfAccount,
  creditNoteId: Uuid,
): Promise<Addressed> {
  const note = await peers.findCreditNote(accountId, creditNoteId, requestId);
  if (!note) return GONE;
  if (!note.isMailed) return UNMAILED;
  if (note.email === undefined) return NO_ADDRESS;
  const {
    number: name,
    invoiceNumber: reference,
    amount,
    currency,
    timezone,
    url,
    creditTo,
  } = note;
  return {
    ...{ from: account, to: note.email, language: note.language ?? account.language },
    facts: {
      ...factsOf(message, account.name),
      ...{ name, reference, amount, currency, timezone, url, creditTo },
    },
    attachment: fileOf(name, note.pdf),
  };
}

/** Receipts have an attachment only in the queue for attachments. */
function wantedFile(message: Due): WantedFile {
  if (message.kind === 'receipt') return message.queue === 'attachment' ? 'if mailed' : 'no';
  return hasAttachment(message) ? 'yes' : 'no';
}

async function addressCustomer(
  { peers, message, account, accountId, requestId }: OfAccount,
  reference: string,
): Promise<Addressed> {
  const { plan, items, name, amount: price } = message.values;
  const asked = { customer: reference, plan, items, price };
  const customer = await peers.findReader(accountId, asked, requestId);
  if (!customer) return GONE;
  if (customer.email === undefined) return NO_ADDRESS;
  const { planName, portalUrl: url, timezone } = customer;
  return {
    ...{ from: account, to: customer.email, language: customer.language ?? account.language },
    facts: {
      ...factsOf(message, account.name),
      ...{ name: name ?? planName, url, timezone },
      ...customer.price,
    },
  };
}

/** An email to a user about their login, in the platform's name. */
async function addressUser(
  { peers, message, requestId }: Asking,
  confirmationId: Uuid,
): Promise<Addressed> {
  const { accountId, receiver } = message;
  if (receiver === null) return GONE;
  const from = await peers.getPlatform(requestId);
  const account = accountId === null ? undefined : await peers.findAccount(accountId, requestId);
  // Last, so that few links are created in vain.
  const link = await peers.makeLink(confirmationId, requestId);
  if (!link) return CONFIRMED;
  const { url, code, newEmail, name, language = account?.language } = link;
  // Invitations name the account; other emails to users name the platform.
  const about = message.kind === 'invitation' ? (account?.name ?? from.name) : from.name;
  const facts = { ...factsOf(message, about), name: newEmail ?? name, url, code };
  return { from, to: receiver, language, facts };
}

function factsOf({ values }: Due, account: string): Facts {
  const { amount, currency, reference, name, at } = values;
  const nothing = { timezone: 'UTC', url: null, code: null, logoUrl: null };
  return { account, amount, currency, reference, name, at, ...nothing };
}

function isJustSent({ sentAt }: Invoice): boolean {
  return sentAt !== null && Date.now() - Date.parse(sentAt) < SENT_MS;
}

function fileOf(number: string, content: Buffer): Attachment {
  return { filename: `${number.replaceAll(/[^A-Za-z0-9_.-]/g, '-')}.pdf`, content };
}
