import type { Result } from '@florin/client';
import { florin } from './api.ts';
import { useData } from './data.ts';

export type Account = Result<'get', '/v1/account'>;
export type Role = Result<'get', '/v1/auth/accounts'>['data'][number]['role'];

/** Who is logged in. */
export interface Session {
  readonly role: Role | undefined;
  /** Undefined for whoever runs Florin, who sees all accounts. */
  readonly account: Account | undefined;
}

export function useSession(): { readonly session: Session | undefined; readonly error: unknown } {
  const { value, error } = useData('session', loadSession);
  return { session: value, error };
}

async function loadSession(): Promise<Session> {
  const { data } = await florin.get('/v1/auth/accounts');
  const current = data.find((each) => each.current);
  if (!current) return { role: 'admin', account: undefined };
  return { role: current.role, account: await florin.get('/v1/account') };
}

const IN_CHARGE: readonly (Role | undefined)[] = ['owner', 'account_admin'];
const EVERYWHERE: readonly (Role | undefined)[] = ['admin', 'platform'];

export const seesAll = ({ role }: Session): boolean => EVERYWHERE.includes(role);
export const isInCharge = ({ role }: Session): boolean =>
  IN_CHARGE.includes(role) || role === 'admin';
/** Moves money: whoever may do more than read. */
export const mayWrite = (session: Session): boolean =>
  isInCharge(session) || session.role === 'member';
export const mayReadEvents = ({ role }: Session): boolean => role !== 'support';
/** Of what the account asks for, unless it says otherwise. */
export const currencyOf = ({ account }: Session): string => account?.settings.currency ?? 'USD';
