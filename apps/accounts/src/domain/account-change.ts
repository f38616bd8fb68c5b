import { differenceOf } from '@florin/contracts';
import type { Account, Settings } from './account.ts';

/** Changes of an account; absent fields stay. */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
  readonly settings?: Partial<Settings>;
  readonly status?: 'active' | 'suspended' | 'pending';
  /** A new status without a reason clears the old one. */
  readonly statusReason?: string | null;
}

/** The account after a change, or the same object if nothing differs. */
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

/** A reason belongs to the status that it was given with. */
function reasonAfter(account: Account, { status, statusReason }: AccountChange): string | null {
  if (statusReason !== undefined) return statusReason;
  return status === undefined || status === account.status ? account.statusReason : null;
}

/** Removes unchanged fields, so that no other service is called without need. */
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
