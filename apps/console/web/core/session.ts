import type { Result } from '@florin/client';
import { florin } from './api.ts';
import { useData } from './data.ts';
import { onPreferredElsewhere, prefer, preferred } from './preferences.ts';

export type Account = Result<'get', '/v1/account'>;
export type Choice = Result<'get', '/v1/auth/accounts'>['data'][number];
export type Role = Choice['role'];

/** The logged-in user. */
export interface Session {
  readonly role: Role | undefined;
  /** Undefined for operators, who see all accounts. */
  readonly account: Account | undefined;
  /** All accounts the user belongs to. */
  readonly choices: readonly Choice[];
}

export function useSession(): { readonly session: Session | undefined; readonly error: unknown } {
  const { value, error } = useData('session', loadSession);
  return { session: value, error };
}

async function loadSession(): Promise<Session> {
  const { data } = await florin.get('/v1/auth/accounts');
  const current = data.find((each) => each.current);
  if (!current) return { role: 'admin', account: undefined, choices: data };
  const account = await florin.get('/v1/account');
  // Remembers the name for the account switcher, which otherwise shows IDs.
  if (data.length > 1) prefer(`name.${account.id}`, account.name);
  return { role: current.role, account, choices: data };
}

/** Name of an account for the switcher, as far as this browser knows it; else its ID. */
export const nameOf = ({ account_id }: Choice): string =>
  preferred(`name.${account_id}`) ?? account_id;

const CHOSEN = 'account';

/** Switches the account in every tab: they share the session. */
export async function goOnIn(accountId: string): Promise<void> {
  await florin.post('/v1/auth/browser_session', { body: { account_id: accountId } });
  prefer(CHOSEN, accountId);
  location.assign('/console');
}

/** Reloads this tab when another tab switches the account. */
export function followChosenAccount(): () => void {
  return onPreferredElsewhere(CHOSEN, () => location.assign('/console'));
}

const ACCOUNT_MANAGERS: readonly (Role | undefined)[] = ['owner', 'account_admin'];
const EVERYWHERE: readonly (Role | undefined)[] = ['admin', 'platform'];

export const seesAll = ({ role }: Session): boolean => EVERYWHERE.includes(role);
export const mayManageAccount = ({ role }: Session): boolean =>
  ACCOUNT_MANAGERS.includes(role) || role === 'admin';
/** Roles that can do more than read. */
export const mayWrite = (session: Session): boolean =>
  mayManageAccount(session) || session.role === 'member';
export const mayReadEvents = ({ role }: Session): boolean => role !== 'support';
/** Default currency of the account. */
export const currencyOf = ({ account }: Session): string => account?.settings.currency ?? 'USD';
