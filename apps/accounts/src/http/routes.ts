import { type Route, withExamples } from '@florin/http-api';
import examples from '../../examples.json' with { type: 'json' };
import type { makeOpenAccount } from '../operations/open-account.ts';
import { adminAccountRoutes } from './admin-accounts.ts';
import type { ChangeDeps } from './change-account.ts';
import { type CloseAccountDeps, closeAccountRoute } from './close-account.ts';
import { createAccountRoute, type OpeningRules } from './create-account.ts';
import { getAccountRoute } from './get-account.ts';
import { type ListAccountsDeps, listAccountsRoute } from './list-accounts.ts';
import { updateAccountRoute } from './update-account.ts';

export interface AccountsOperations extends ChangeDeps, CloseAccountDeps, ListAccountsDeps {
  readonly openAccount: ReturnType<typeof makeOpenAccount>;
}

/** Every public route of the accounts service. */
export function accountsRoutes(
  operations: AccountsOperations,
  rules: OpeningRules,
): readonly Route[] {
  return withExamples(examples, [
    listAccountsRoute(operations),
    createAccountRoute(operations.openAccount, rules),
    ...adminAccountRoutes(operations),
    getAccountRoute(operations.findAccount),
    updateAccountRoute(operations),
    closeAccountRoute(operations),
  ]);
}
