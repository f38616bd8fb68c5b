import {
  AppError,
  type Caller,
  isInCharge,
  roleScopes,
  type Scope,
  type Uuid,
} from '@florin/contracts';
import type { AccountStatus } from '../accounts/model.ts';
import type { ApiKey } from './model.ts';

/** A secret that somebody presented, with its key and what the key's account allows. */
export interface PresentedSecret {
  readonly key: ApiKey;
  /** Null on the newest secret of a key; a time on those that a rotation has replaced. */
  readonly endsAt: Date | null;
  readonly accountStatus: AccountStatus;
  /** Number of the last revocation. */
  readonly revision: bigint;
}

/** Writing every use down would cost more than the calls themselves. */
const USE_RECORDED_EVERY_MS = 5 * 60_000;

export function isKeyExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** When a secret expires by itself; null when it never does. */
export function secretExpiry({ key, endsAt }: PresentedSecret): Date | null {
  if (endsAt === null || key.expiresAt === null) return endsAt ?? key.expiresAt;
  return endsAt < key.expiresAt ? endsAt : key.expiresAt;
}

export function isSecretValid(presented: PresentedSecret, now: Date): boolean {
  const expiry = secretExpiry(presented);
  return presented.accountStatus !== 'closed' && (expiry === null || expiry > now);
}

/** A last use before this is recorded anew. */
export function useRecordedBefore(now: Date): Date {
  return new Date(now.getTime() - USE_RECORDED_EVERY_MS);
}

/** Whether the caller looks after keys at all. */
export function managesKeys({ role, accountId }: Caller): boolean {
  return role === 'admin' || ((isInCharge(role) || role === 'developer') && accountId !== null);
}

/** @throws AppError forbidden unless the caller may see keys of this account, or of all. */
export function readableAccountOf(caller: Caller): Uuid | 'all' {
  return caller.role === 'platform' ? 'all' : managedAccountOf(caller);
}

/** @throws AppError forbidden unless the caller may rotate and revoke keys of this account, or of all. */
export function managedAccountOf(caller: Caller): Uuid | 'all' {
  if (caller.role === 'admin') return 'all';
  if (!managesKeys(caller) || caller.accountId === null) throw onlyForOwners();
  return caller.accountId;
}

/** @throws AppError forbidden unless the caller may make keys for the account they belong to. */
export function ownAccountOf(caller: Caller): Uuid {
  managedAccountOf(caller);
  if (caller.accountId === null) throw onlyForOwners();
  return caller.accountId;
}

/**
 * @throws AppError forbidden for a key that may do what the caller may not: it would lend them more
 *   than their role.
 */
export function assertLends({ role }: Caller, lent: readonly Scope[]): void {
  const more = lent.find((scope) => role === null || !roleScopes[role].includes(scope));
  if (more !== undefined)
    throw new AppError(
      'forbidden',
      `the role ${role} lacks the scope ${more}, and gives no key more than it has: leave it out`,
    );
}

function onlyForOwners(): AppError {
  return new AppError(
    'forbidden',
    'API keys are for the owner, account admins and developers of an account: ask them',
  );
}
