import { AppError, type Uuid } from '@florin/contracts';
import { z } from 'zod';
import type { Account } from '../domain/account.ts';

const idSchema = z.uuid();

/** An account as other services read it. */
export interface AccountMessage {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly currency: string;
  readonly timezone: string;
  readonly language: string;
  readonly isLanguageDefault: boolean;
  readonly isPlatform: boolean;
  readonly returnUrls: string[];
}

/** AccountsService.GetAccount. */
export function getAccountRpc(findAccount: (id: Uuid) => Promise<Account | undefined>) {
  return async ({ accountId }: { accountId: string }): Promise<AccountMessage> => {
    // What is no id names nothing; Postgres would call it a broken statement.
    const id = idSchema.safeParse(accountId);
    const account = id.success ? await findAccount(id.data) : undefined;
    if (!account) throw new AppError('not_found', 'there is no account with this id');
    return toMessage(account);
  };
}

/** AccountsService.GetPlatformAccount. */
export function getPlatformAccountRpc(findPlatform: () => Promise<Account | undefined>) {
  return async (): Promise<AccountMessage> => {
    const account = await findPlatform();
    if (!account) throw new AppError('unavailable', 'the platform account is not open yet');
    return toMessage(account);
  };
}

function toMessage({ id, name, email, status, settings, isPlatform }: Account): AccountMessage {
  const { currency, timezone, language, is_language_chosen, return_urls } = settings;
  return {
    accountId: id,
    name,
    email,
    status,
    currency,
    timezone,
    language,
    isLanguageDefault: !is_language_chosen,
    isPlatform,
    returnUrls: [...return_urls],
  };
}
