import { AppError } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, rpcService } from '@florin/grpc';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import type { Db } from '../schema.ts';
import { findAccount, findPlatformAccount } from './queries.ts';

const idSchema = z.uuid();

/** RPCs by which other services read accounts. */
export const accountsRpcs = ({ db }: Deps): RpcService =>
  rpcService(grpcServices.accounts.service, {
    async GetAccount({ accountId }) {
      return toMessage(await getAccount(db, accountId));
    },
    async GetPlatformAccount() {
      const account = await findPlatformAccount(db);
      if (!account) throw new AppError('unavailable', 'the platform account is not open yet');
      return toMessage(account);
    },
  });

/** @throws AppError not_found */
async function getAccount(db: Db, accountId: string | undefined): Promise<Account> {
  // A malformed id matches nothing; Postgres would report an invalid statement.
  const id = idSchema.safeParse(accountId);
  const account = id.success ? await findAccount(db, id.data) : undefined;
  if (!account) throw new AppError('not_found', 'there is no account with this id');
  return account;
}

function toMessage({ id, name, email, status, settings, isPlatform }: Account) {
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
