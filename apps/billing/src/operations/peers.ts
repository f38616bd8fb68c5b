import { AppError, type Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';
import type { Currency } from '@florin/money';
import { toCurrency } from '../store/invoices.ts';

export type AccountsClient = PromiseClient<(typeof grpcServices)['accounts']['service']>;
export type LedgerClient = PromiseClient<(typeof grpcServices)['charges']['service']>;

/** Longest wait for another service. */
export const CALL_TIMEOUT_MS = 1_500;

/** What billing needs to know of an account. */
export interface Account {
  readonly id: Uuid;
  readonly name: string;
  readonly currency: Currency;
  /** IANA. */
  readonly timezone: string;
  /** Of its pages, as BCP 47 says it; undefined where nobody has chosen one. */
  readonly language: string | undefined;
  readonly isClosed: boolean;
}

export interface AccountDirectory {
  /** Undefined when there is none. */
  find(id: Uuid, requestId: string): Promise<Account | undefined>;
  /** The account in whose name the platform sells. */
  platform(requestId: string): Promise<Account>;
}

/** Asks the accounts service. Nothing is kept: currency and time zone can change. */
export function makeAccountDirectory(accounts: AccountsClient): AccountDirectory {
  return {
    async find(accountId, requestId) {
      try {
        const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
        return toAccount(await accounts.getAccount({ accountId }, context));
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    async platform(requestId) {
      return toAccount(
        await accounts.getPlatformAccount({}, { requestId, timeoutMs: CALL_TIMEOUT_MS }),
      );
    },
  };
}

function toAccount(message: {
  accountId: string;
  name: string;
  currency: string;
  timezone: string;
  language: string;
  isLanguageDefault: boolean;
  status: string;
}): Account {
  return {
    id: message.accountId,
    name: message.name,
    currency: toCurrency(message.currency),
    timezone: message.timezone,
    language: message.isLanguageDefault ? undefined : message.language,
    isClosed: message.status === 'closed',
  };
}
