import type { Uuid } from '@florin/contracts';
import type { Route } from '@florin/http-api';
import type { Account } from '../domain/account.ts';
import type { makeOpenAccount } from '../operations/open-account.ts';
import { createAccountRoute } from './create-account.ts';
import { getAccountRoute } from './get-account.ts';

export interface AccountsOperations {
  readonly openAccount: ReturnType<typeof makeOpenAccount>;
  readonly findAccount: (id: Uuid) => Promise<Account | undefined>;
}

/** Every public route of the accounts service. */
export function accountsRoutes(
  { openAccount, findAccount }: AccountsOperations,
  { passwordLengthMin }: { readonly passwordLengthMin: number },
): readonly Route[] {
  return [createAccountRoute(openAccount, passwordLengthMin), getAccountRoute(findAccount)];
}
