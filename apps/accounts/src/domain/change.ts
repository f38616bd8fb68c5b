import type { Account, Settings } from './account.ts';

/** What is to change of an account; absent members stay as they are. */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
  readonly settings?: Partial<Settings>;
  readonly status?: 'active' | 'suspended' | 'pending';
}

/** The account after a change, or the same object when nothing differs. */
export function applyChange(account: Account, change: AccountChange): Account {
  const { name, email, settings, status } = change;
  const changed: Account = {
    ...account,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(status === undefined ? {} : { status }),
    settings: { ...account.settings, ...settings },
  };
  return isSame(account, changed) ? account : changed;
}

function isSame(a: Account, b: Account): boolean {
  return (
    a.name === b.name &&
    a.email === b.email &&
    a.status === b.status &&
    a.settings.currency === b.settings.currency &&
    a.settings.timezone === b.settings.timezone &&
    a.settings.language === b.settings.language &&
    a.settings.is_language_chosen === b.settings.is_language_chosen &&
    // An address has no space.
    a.settings.return_urls.join(' ') === b.settings.return_urls.join(' ')
  );
}
