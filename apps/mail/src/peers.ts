import { AppError, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import type { MailConfig } from './config.ts';

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
  /** As PDF; null where it was not asked for. */
  readonly pdf: Buffer | null;
}

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
    async findCustomer(
      accountId: Uuid,
      { customer, plan }: { readonly customer: string; readonly plan: string | null },
      requestId: string,
    ): Promise<Customer | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const found = await billing
        .describeCustomer({ accountId, customer, plan: plan ?? '' }, context)
        .catch(undefinedIfNotFound);
      return found && { ...readerOf(found), planName: found.planName, portalUrl: found.portalUrl };
    },

    /** Undefined where they have none, and where nobody can say: a mail does not wait for a picture. */
    async findLogo(accountId: Uuid, requestId: string): Promise<string | undefined> {
      const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
      const seller = await billing.describeSeller({ accountId }, context).catch(undefinedIfUnknown);
      return seller?.logoUrl || undefined;
    },

    async findInvoice(
      accountId: Uuid,
      { invoiceId, withFile }: { readonly invoiceId: Uuid; readonly withFile: boolean },
      requestId: string,
    ): Promise<Invoice | undefined> {
      const context = { requestId, timeoutMs: withFile ? FILE_TIMEOUT_MS : CALL_TIMEOUT_MS };
      const found = await billing
        .describeInvoice({ accountId, invoiceId, withFile }, context)
        .catch(undefinedIfNotFound);
      if (!found) return undefined;
      const { status, number, amountRemaining, currency, dueAt, sentAt, url, pdf } = found;
      return {
        ...readerOf(found),
        ...{ status, number, amountRemaining, currency, pdf: withFile ? Buffer.from(pdf) : null },
        ...{ dueAt: dueAt || null, sentAt: sentAt || null, url: url || null },
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

function readerOf({ email, language, timezone }: Record<keyof Reader, string>): Reader {
  return { email: email || undefined, language: language || undefined, timezone };
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}
