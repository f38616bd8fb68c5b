import { AppError, type Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';

/** Whom a customer pays, as the accounts service knows them now. */
export interface Payee {
  readonly name: string;
  /** BCP 47; undefined where none was chosen. */
  readonly language: string | undefined;
  /** IANA. */
  readonly timezone: string;
  /** Where pages may lead back to. */
  readonly returnUrls: readonly string[];
  /** A closed account can make no new payment requests. */
  readonly isClosed: boolean;
}

export type AccountsClient = PromiseClient<(typeof grpcServices)['accounts']['service']>;

/** Within the 2 s of the route, so that a page can still be drawn without a name. */
const CALL_TIMEOUT_MS = 700;

/**
 * Asks the accounts service each time: names change. Undefined when there is no such account.
 * @throws AppError unavailable when the accounts service cannot be asked, or none runs.
 */
export async function findPayee(
  accounts: AccountsClient | undefined,
  accountId: Uuid,
  requestId: string,
): Promise<Payee | undefined> {
  if (!accounts) throw new AppError('unavailable', 'no accounts service runs here: start it too');
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
