import { AppError, type Caller, differenceOf, isInCharge, type Uuid } from '@florin/contracts';
import type { Account, Settings } from './model.ts';

/** Whether lists of accounts are open to a caller. */
export function seesAllAccounts({ role }: Caller): boolean {
  return role === 'admin' || role === 'platform';
}

/** Whether a caller may change an account's settings. */
export function canManage({ role, scopes, accountId: own }: Caller, accountId: Uuid): boolean {
  const mayChange = isInCharge(role) || scopes?.includes('account:write') === true;
  return role === 'admin' || (mayChange && own === accountId);
}

/** Whether a caller may close the account that they belong to. */
export function canClose({ role }: Caller): boolean {
  return role === 'admin' || role === 'owner';
}

export function onlyForAdmins(): AppError {
  return new AppError('forbidden', 'this is for administrators; GET /v1/account is your own');
}

/** What is to change of an account; absent members stay as they are. */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
  readonly settings?: Partial<Settings>;
  readonly status?: 'active' | 'suspended' | 'pending';
  /** Another status without one has none. */
  readonly statusReason?: string | null;
}

/** The account after a change, or the same object when nothing differs. */
export function applyChange(account: Account, change: AccountChange): Account {
  const { name, email, settings, status } = change;
  const statusReason = reasonAfter(account, change);
  const changed: Account = {
    ...account,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(status === undefined ? {} : { status }),
    statusReason,
    settings: { ...account.settings, ...settings },
  };
  const isSame = Object.keys(differenceOf(account, changed)).length === 0;
  return isSame ? account : changed;
}

/** A reason is of the status that it was given with. */
function reasonAfter(account: Account, { status, statusReason }: AccountChange): string | null {
  if (statusReason !== undefined) return statusReason;
  return status === undefined || status === account.status ? account.statusReason : null;
}

/** Without what is as asked already, so that no service is asked to change nothing. */
export function onlyWhatDiffers(
  account: Account,
  { name, email, settings, status, statusReason }: AccountChange,
): AccountChange {
  const changed = differenceOf(account.settings, { ...account.settings, ...settings });
  const differing = Object.entries(settings ?? {}).filter(([key]) => Object.hasOwn(changed, key));
  return {
    ...(name === undefined || name === account.name ? {} : { name }),
    ...(email === undefined || email === account.email ? {} : { email }),
    ...(status === undefined || status === account.status ? {} : { status }),
    ...(statusReason === undefined ? {} : { statusReason }),
    ...(differing.length === 0 ? {} : { settings: Object.fromEntries(differing) }),
  };
}
