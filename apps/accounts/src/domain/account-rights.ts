import { AppError, type Caller, isOwnerOrAccountAdmin, type Uuid } from '@florin/contracts';

/** Whether a caller may list accounts. */
export function seesAllAccounts({ role }: Caller): boolean {
  return role === 'admin' || role === 'platform';
}

/** Whether a caller may change an account's settings. */
export function canManage({ role, scopes, accountId: own }: Caller, accountId: Uuid): boolean {
  const mayChange = isOwnerOrAccountAdmin(role) || scopes?.includes('account:write') === true;
  return role === 'admin' || (mayChange && own === accountId);
}

/** Whether a caller may close its own account. */
export function canClose({ role }: Caller): boolean {
  return role === 'admin' || role === 'owner';
}

export function onlyForAdmins(): AppError {
  return new AppError(
    'forbidden',
    'only administrators can read other accounts; use GET /v1/account for your own',
  );
}
