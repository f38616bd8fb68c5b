import { AppError, type Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';
import type { Currency } from '@florin/money';
import { toCurrency } from '../plans/model.ts';

export type AccountsClient = PromiseClient<(typeof grpcServices)['accounts']['service']>;
export type ProcessorsClient = PromiseClient<(typeof grpcServices)['processors']['service']>;
export type LedgerClient = PromiseClient<(typeof grpcServices)['charges']['service']>;
/** What moves money, or asks for it. */
export type ChargesClient = Pick<
  LedgerClient,
  'charge' | 'chargeAll' | 'chargeSavedCard' | 'requestPayment' | 'cancelPaymentRequest'
>;

/** Longest wait for another service. */
export const CALL_TIMEOUT_MS = 1_500;
/** Calls of the ledger at a time: it writes what arrives together in one batch. */
export const LEDGER_CALLS_MAX = 64;

/** For what another service says it has not. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}

/** Whether nobody knows what has become of a call, so that it may be repeated. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** What billing needs to know of an account. */
export interface Account {
  readonly id: Uuid;
  readonly name: string;
  readonly currency: Currency;
  /** IANA. */
  readonly timezone: string;
  /** Language of its pages (BCP 47); undefined for the default. */
  readonly language: string | undefined;
  /** Where pages may lead back to. */
  readonly returnUrls: readonly string[];
  readonly isClosed: boolean;
}

export interface AccountsDeps {
  readonly accounts: AccountsClient;
}

/**
 * Asks the accounts service for an account; undefined when it has none. Not cached: currency and
 * time zone can change.
 */
export async function findAccount(
  { accounts }: AccountsDeps,
  accountId: Uuid,
  requestId: string,
): Promise<Account | undefined> {
  try {
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    return toAccount(await accounts.getAccount({ accountId }, context));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The account in whose name the platform sells. */
export async function getPlatformAccount(
  { accounts }: AccountsDeps,
  requestId: string,
): Promise<Account> {
  return toAccount(
    await accounts.getPlatformAccount({}, { requestId, timeoutMs: CALL_TIMEOUT_MS }),
  );
}

function toAccount(message: {
  accountId: string;
  name: string;
  currency: string;
  timezone: string;
  language: string;
  isLanguageDefault: boolean;
  returnUrls?: readonly string[];
  status: string;
}): Account {
  return {
    id: message.accountId,
    name: message.name,
    currency: toCurrency(message.currency),
    timezone: message.timezone,
    language: message.isLanguageDefault ? undefined : message.language,
    returnUrls: message.returnUrls ?? [],
    isClosed: message.status === 'closed',
  };
}
