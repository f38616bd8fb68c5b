import { AppError, type Uuid } from '@florin/contracts';
import type { AccountsClient } from '../clients.ts';

/** The payee, as the accounts service knows it now. */
export interface Payee {
  readonly name: string;
  /** BCP 47; undefined if none was chosen. */
  readonly language: string | undefined;
  /** IANA. */
  readonly timezone: string;
  /** URLs that pages may redirect back to. */
  readonly returnUrls: readonly string[];
  /** A closed account cannot create payment requests. */
  readonly isClosed: boolean;
}

/** Within the route's limit of 2 s, so that a page can still be drawn without a name. */
const CALL_TIMEOUT_MS = 700;

/**
 * Calls the accounts service each time, because names change. Undefined if there is no such
 * account.
 * @throws AppError unavailable if the accounts service does not answer or run.
 */
export async function findPayee(
  accounts: AccountsClient | undefined,
  accountId: Uuid,
  requestId: string,
): Promise<Payee | undefined> {
  if (!accounts) throw new AppError('unavailable', 'the accounts service is not running; start it');
  try {
    const { name, language, isLanguageDefault, timezone, returnUrls, status } =
      await accounts.getAccount({ accountId }, { requestId, timeoutMs: CALL_TIMEOUT_MS });
    return {
      name,
      language: isLanguageDefault ? undefined : language,
      timezone,
      returnUrls: returnUrls ?? [],
      isClosed: status === 'closed',
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
