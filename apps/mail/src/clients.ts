import { AppError, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient, peersOf } from '@florin/grpc';
import type { MailConfig } from './config.ts';
import type { PricedPlan } from './domain/mail.ts';
import type { CreditDestination, InvoiceState } from './messages/texts/texts.ts';

/** Sending runs in the background, so a call may take long. */
const CALL_TIMEOUT_MS = 5_000;
/** Billing renders PDFs one at a time, and itself gives up after 20 s. */
const FILE_TIMEOUT_MS = 25_000;

/** The sender or the receiver of an email. */
export interface Account {
  readonly name: string;
  readonly email: string;
  /** BCP 47; undefined if none was chosen. */
  readonly language: string | undefined;
}

/** A link that confirms a change of a login. */
export interface ConfirmationLink {
  readonly newEmail: string | null;
  /** Language of the requester (BCP 47); undefined if unknown. */
  readonly language: string | undefined;
  /** Name of the user; null if there is none. */
  readonly name: string | null;
  readonly url: string;
  /** Six digits; null if there is none. */
  readonly code: string | null;
}

/** A payment request. */
export interface Payment {
  readonly status: string;
  readonly url: string;
  readonly customerEmail: string;
}

/** A customer, with language and time zone. */
interface Reader {
  /** Undefined if unknown. */
  readonly email: string | undefined;
  /** BCP 47; undefined if none was chosen. */
  readonly language: string | undefined;
  /** IANA time zone. */
  readonly timezone: string;
}

export interface Customer extends Reader {
  readonly planName: string;
  /** Undefined if no price was requested. */
  readonly price: ShownPrice | undefined;
  readonly portalUrl: string;
}

export interface Invoice extends Reader {
  readonly status: string;
  readonly number: string;
  /** Minor units as text. */
  readonly amountRemaining: string;
  readonly currency: string;
  /** ISO 8601; null without a due date. */
  readonly dueAt: string | null;
  /** When the seller last sent it; null if never. */
  readonly sentAt: string | null;
  /** Its page; null if the seller revoked it. */
  readonly url: string | null;
  /** PDF; null if not requested or not mailed. */
  readonly pdf: Buffer | null;
  /** Whether its seller mails every invoice. */
  readonly isMailed: boolean;
  readonly state: InvoiceState;
  /** Whether a saved payment method will be charged for it again. */
  readonly isChargedAgain: boolean;
  /** Total with tax, in minor units as text. */
  readonly total: string;
}

export interface CreditNote extends Reader {
  readonly number: string;
  readonly invoiceNumber: string;
  /** Minor units as text. */
  readonly amount: string;
  readonly currency: string;
  /** Page of its invoice; null if the seller revoked it. */
  readonly url: string | null;
  /** Whether the seller mails it. */
  readonly isMailed: boolean;
  /** Destination of its amount; undefined for one of a newer version. */
  readonly creditTo: CreditDestination | undefined;
  readonly pdf: Buffer;
}

/** The price of a period as shown to its customer. */
export interface ShownPrice {
  /** Minor units as text. */
  readonly amount: string;
  readonly isPlusTax: boolean;
}

/** Whether to load an invoice's PDF: never, always, or if the seller mails every invoice. */
export type WantedFile = 'no' | 'yes' | 'if mailed';

export type Peers = ReturnType<typeof openPeers>;

/** Clients of the services that have data which events lack. */
export function openPeers(
  config: Pick<
    MailConfig,
    'identityAddresses' | 'accountsAddresses' | 'ledgerAddresses' | 'billingAddresses' | 'callKeys'
  >,
) {
  const to = peersOf('mail', config);
  const identity = makeClient(grpcServices.identity, to('identity'));
  const accounts = makeClient(grpcServices.accounts, to('accounts'));
  const history = makeClient(grpcServices.history, to('ledger'));
  const billing = makeClient(grpcServices.billing, to('billing'));
  return {
    /** Undefined for a closed or unknown account. */
    async findAccount(accountId: Uuid, requestId: string): Promise<Account | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const account = await accounts.getAccount({ accountId }, context).catch(undefinedIfNotFound);
      if (!account || account.status === 'closed') return undefined;
      const { name, email, language, isLanguageDefault } = account;
      return { name, email, language: isLanguageDefault ? undefined : language };
    },

    /** The platform account. */
    async getPlatform(requestId: string): Promise<Pick<Account, 'name' | 'email'>> {
      return accounts.getPlatformAccount({}, { requestId, timeoutMs: CALL_TIMEOUT_MS });
    },

    /** Creates a new link at each call; undefined once confirmed or expired. */
    async makeLink(confirmationId: Uuid, requestId: string): Promise<ConfirmationLink | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const made = await identity
        .makeConfirmationLink({ confirmationId }, context)
        .catch(undefinedIfNotFound);
      if (!made) return undefined;
      const { newEmail, language, name, url, code } = made;
      return {
        ...{ newEmail: newEmail || null, language: language || undefined },
        ...{ name: name || null, url, code: code || null },
      };
    },

    async findPayment(
      accountId: Uuid,
      paymentId: Uuid,
      requestId: string,
    ): Promise<Payment | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const found = await history
        .findPayment({ accountId, paymentId }, context)
        .catch(undefinedIfNotFound);
      if (!found) return undefined;
      const { status, paymentUrl: url, customerEmail } = found;
      return { status, url, customerEmail };
    },

    /** Finds a customer by ID or external ID, with a new portal link at each call. */
    async findReader(
      accountId: Uuid,
      {
        customer,
        plan,
        items,
        price,
      }: {
        readonly customer: string;
        readonly plan: string | null;
        readonly items: readonly PricedPlan[];
        readonly price: string | null;
      },
      requestId: string,
    ): Promise<Customer | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const found = await billing
        .describeCustomer(
          { accountId, customer, plan: plan ?? '', price: price ?? '0', items: [...items] },
          context,
        )
        .catch(undefinedIfNotFound);
      if (!found) return undefined;
      const { planName, portalUrl, shownPrice, isPlusTax } = found;
      const shown = price === null ? undefined : { amount: shownPrice, isPlusTax };
      return { ...readerOf(found), planName, portalUrl, price: shown };
    },

    /**
     * Undefined if there is none or billing does not respond: an email does not wait for a picture.
     */
    async findLogo(accountId: Uuid, requestId: string): Promise<string | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const seller = await billing.describeSeller({ accountId }, context).catch(undefinedIfUnknown);
      return seller?.logoUrl || undefined;
    },

    async findInvoice(
      accountId: Uuid,
      { invoiceId, file }: { readonly invoiceId: Uuid; readonly file: WantedFile },
      requestId: string,
    ): Promise<Invoice | undefined> {
      const context = { requestId, timeoutMs: file === 'no' ? CALL_TIMEOUT_MS : FILE_TIMEOUT_MS };
      const asked = { withFile: file === 'yes', withFileIfMailed: file === 'if mailed' };
      const found = await billing
        .describeInvoice({ accountId, invoiceId, ...asked }, context)
        .catch(undefinedIfNotFound);
      if (!found) return undefined;
      const { status, number, amountRemaining, currency, dueAt, sentAt, url, pdf } = found;
      const { mailsInvoices: isMailed, isChargedAgain, total } = found;
      const hasFile = file === 'yes' || (file === 'if mailed' && isMailed);
      return {
        ...readerOf(found),
        ...{ status, number, amountRemaining, currency, pdf: hasFile ? Buffer.from(pdf) : null },
        ...{ isMailed, isChargedAgain, total, state: stateOf(found) },
        ...{ dueAt: dueAt || null, sentAt: sentAt || null, url: url || null },
      };
    },

    async findCreditNote(
      accountId: Uuid,
      creditNoteId: Uuid,
      requestId: string,
    ): Promise<CreditNote | undefined> {
      const asked = { accountId, creditNoteId, withFile: true };
      const found = await billing
        .describeCreditNote(asked, { requestId, timeoutMs: FILE_TIMEOUT_MS })
        .catch(undefinedIfNotFound);
      if (!found) return undefined;
      const { number, invoiceNumber, amount, currency, url, isMailed, creditTo, pdf } = found;
      return {
        ...readerOf(found),
        ...{ number, invoiceNumber, amount, currency, isMailed, pdf: Buffer.from(pdf) },
        url: url || null,
        creditTo: destinations.find((each) => each === creditTo),
      };
    },

    close() {
      billing.close();
      identity.close();
      accounts.close();
      history.close();
    },
  };
}

const destinations = ['invoice', 'balance', 'card', 'outside'] as const;
const states = ['open', 'overdue', 'paid', 'refunded', 'void', 'uncollectible'] as const;

/** Billing of an earlier version sends only the status. */
function stateOf({ state, status }: { readonly state: string; readonly status: string }) {
  return states.find((each) => each === (state || status)) ?? 'open';
}

function readerOf({ email, language, timezone }: Record<keyof Reader, string>): Reader {
  return { email: email || undefined, language: language || undefined, timezone };
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}
