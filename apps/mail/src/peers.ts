import { AppError, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import type { MailConfig } from './config.ts';
import type { CreditDestination, InvoiceState } from './letters/texts/texts.ts';

/** Nobody waits for a mail. */
const CALL_TIMEOUT_MS = 5_000;
/** Billing draws files one after the other, and gives up after twenty seconds itself. */
const FILE_TIMEOUT_MS = 25_000;

/** In whose name a mail is sent, or who gets it. */
export interface Account {
  readonly name: string;
  readonly email: string;
  /** BCP 47; undefined where nobody has chosen one. */
  readonly language: string | undefined;
}

/** By which somebody confirms something of their login. */
export interface ConfirmationLink {
  readonly newEmail: string | null;
  /** BCP 47, of whoever asked; undefined where they did not say. */
  readonly language: string | undefined;
  /** Of whoever it is about; null where they have none. */
  readonly name: string | null;
  readonly url: string;
  /** Six digits; null where there is none. */
  readonly code: string | null;
}

/** What customers are asked for. */
export interface Payment {
  readonly status: string;
  readonly url: string;
  readonly customerEmail: string;
}

/** Who buys, and whose days count. */
interface Reader {
  /** Undefined where nobody knows one. */
  readonly email: string | undefined;
  /** BCP 47; undefined where nobody has chosen one. */
  readonly language: string | undefined;
  /** IANA. */
  readonly timezone: string;
}

export interface Customer extends Reader {
  readonly planName: string;
  /** Undefined where no price was asked for. */
  readonly price: ShownPrice | undefined;
  readonly portalUrl: string;
}

export interface Invoice extends Reader {
  readonly status: string;
  readonly number: string;
  /** Minor units as text. */
  readonly amountRemaining: string;
  readonly currency: string;
  /** ISO 8601; null where it is not due on any day. */
  readonly dueAt: string | null;
  /** When its seller has last sent it; null where they never have. */
  readonly sentAt: string | null;
  /** Its page; null where its seller has revoked it. */
  readonly url: string | null;
  /** As PDF; null where it was not asked for, or is not mailed. */
  readonly pdf: Buffer | null;
  /** Whether its seller mails every invoice. */
  readonly isMailed: boolean;
  readonly state: InvoiceState;
  /** Whether a saved payment method is charged for it once more. */
  readonly isChargedAgain: boolean;
  /** Price of the invoice with its tax, in minor units as text. */
  readonly total: string;
}

export interface CreditNote extends Reader {
  readonly number: string;
  readonly invoiceNumber: string;
  /** Minor units as text. */
  readonly amount: string;
  readonly currency: string;
  /** Page of its invoice; null where its seller has revoked it. */
  readonly url: string | null;
  /** Whether the seller mails it. */
  readonly isMailed: boolean;
  /** Where its amount goes; undefined for a destination of a newer version. */
  readonly creditTo: CreditDestination | undefined;
  readonly pdf: Buffer;
}

/** A price of a period as its customer is shown it. */
export interface ShownPrice {
  /** Minor units as text. */
  readonly amount: string;
  readonly isPlusTax: boolean;
}

/** The file of an invoice: not wanted, wanted, or wanted where its seller mails every invoice. */
export type WantedFile = 'no' | 'yes' | 'if mailed';

export type Peers = ReturnType<typeof openPeers>;

/** Those who know what events do not tell. */
export function openPeers({
  identityAddresses,
  accountsAddresses,
  ledgerAddresses,
  billingAddresses,
  callKeys,
}: Pick<
  MailConfig,
  'identityAddresses' | 'accountsAddresses' | 'ledgerAddresses' | 'billingAddresses' | 'callKeys'
>) {
  const identity = makeClient(grpcServices.identity, {
    ...{ self: 'mail', callee: 'identity', addresses: identityAddresses, callKeys },
  });
  const accounts = makeClient(grpcServices.accounts, {
    ...{ self: 'mail', callee: 'accounts', addresses: accountsAddresses, callKeys },
  });
  const history = makeClient(grpcServices.history, {
    ...{ self: 'mail', callee: 'ledger', addresses: ledgerAddresses, callKeys },
  });
  const billing = makeClient(grpcServices.billing, {
    ...{ self: 'mail', callee: 'billing', addresses: billingAddresses, callKeys },
  });
  return {
    /** Undefined for an account that was closed, or never was. */
    async findAccount(accountId: Uuid, requestId: string): Promise<Account | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const account = await accounts.getAccount({ accountId }, context).catch(undefinedIfNotFound);
      if (!account || account.status === 'closed') return undefined;
      const { name, email, language, isLanguageDefault } = account;
      return { name, email, language: isLanguageDefault ? undefined : language };
    },

    /** The account of whoever runs this Florin. */
    async getPlatform(requestId: string): Promise<Pick<Account, 'name' | 'email'>> {
      return accounts.getPlatformAccount({}, { requestId, timeoutMs: CALL_TIMEOUT_MS });
    },

    /** Another one at each call; undefined once it is confirmed or too late. */
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

    /** By an id or by what the account calls them, with a way to their portal, made at each call. */
    async findReader(
      accountId: Uuid,
      {
        customer,
        plan,
        price,
      }: {
        readonly customer: string;
        readonly plan: string | null;
        readonly price: string | null;
      },
      requestId: string,
    ): Promise<Customer | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const found = await billing
        .describeCustomer({ accountId, customer, plan: plan ?? '', price: price ?? '0' }, context)
        .catch(undefinedIfNotFound);
      if (!found) return undefined;
      const { planName, portalUrl, shownPrice, isPlusTax } = found;
      const shown = price === null ? undefined : { amount: shownPrice, isPlusTax };
      return { ...readerOf(found), planName, portalUrl, price: shown };
    },

    /** Undefined where they have none, and where nobody can say: a mail does not wait for a picture. */
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

/** A billing of an earlier version has the status alone. */
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
