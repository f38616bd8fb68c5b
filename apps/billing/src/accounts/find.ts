import { AppError, type Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import { type AccountsClient, CALL_TIMEOUT_MS } from '../clients.ts';
import { toCurrency } from '../domain/currency.ts';

/** The fields of an account that billing needs. */
export interface Account {
  readonly id: Uuid;
  readonly name: string;
  readonly currency: Currency;
  /** IANA. */
  readonly timezone: string;
  /** Language of its pages (BCP 47); undefined for the default. */
  readonly language: string | undefined;
  /** URLs that pages may redirect back to. */
  readonly returnUrls: readonly string[];
  readonly isClosed: boolean;
}

export interface AccountsDeps {
  readonly accounts: AccountsClient;
}

/**
 * Reads an account from the accounts service; undefined if there is none. Not cached, because
 * currency and time zone can change.
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

/** The account that sells for the platform. */
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
