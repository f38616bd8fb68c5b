import {
  AppError,
  type Caller,
  isOwnerOrAccountAdmin,
  type Scope,
  type Uuid,
} from '@florin/contracts';
import type { AccountStatus } from './account.ts';
import type { ApiKey } from './api-key.ts';
import { expiresBeyond, scopesBeyond, scopesHeldBy } from './grant.ts';

/** A presented secret with its key and the status of the key's account. */
export interface PresentedSecret {
  readonly key: ApiKey;
  /** Null on a key's newest secret; an end time on secrets replaced by rotation. */
  readonly endsAt: Date | null;
  readonly accountStatus: AccountStatus;
  /** Revision of the last revocation. */
  readonly revision: bigint;
}

/** Recording every use would cost more than the calls themselves. */
const USE_RECORDED_EVERY_MS = 5 * 60_000;

export function isKeyExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** When a secret expires; null if it never does. */
export function secretExpiry({ key, endsAt }: PresentedSecret): Date | null {
  if (endsAt === null || key.expiresAt === null) return endsAt ?? key.expiresAt;
  return endsAt < key.expiresAt ? endsAt : key.expiresAt;
}

export function isSecretValid(presented: PresentedSecret, now: Date): boolean {
  const expiry = secretExpiry(presented);
  return presented.accountStatus !== 'closed' && (expiry === null || expiry > now);
}

/** A last use recorded before this instant is updated. */
export function useRecordedBefore(now: Date): Date {
  return new Date(now.getTime() - USE_RECORDED_EVERY_MS);
}

/** Whether the caller may manage keys at all. */
export function managesKeys({ role, accountId, scopes }: Caller): boolean {
  if (scopes) return accountId !== null && scopes.includes('api_keys:write');
  return (
    role === 'admin' ||
    ((isOwnerOrAccountAdmin(role) || role === 'developer') && accountId !== null)
  );
}

/** @throws AppError forbidden unless the caller may see keys of this account, or of all. */
export function readableAccountOf(caller: Caller): Uuid | 'all' {
  if (caller.role === 'platform') return 'all';
  const { scopes, accountId } = caller;
  if (scopes?.includes('api_keys:read') && accountId !== null) return accountId;
  return managedAccountOf(caller);
}

/**
 * @throws AppError forbidden unless the caller may rotate and revoke keys of this account, or all.
 */
export function managedAccountOf(caller: Caller): Uuid | 'all' {
  if (caller.role === 'admin') return 'all';
  if (!managesKeys(caller) || caller.accountId === null) throw mayNotManage(caller);
  return caller.accountId;
}

/** @throws AppError forbidden unless the caller may create keys for their own account. */
export function ownAccountOf(caller: Caller): Uuid {
  managedAccountOf(caller);
  if (caller.accountId === null) throw mayNotManage(caller);
  return caller.accountId;
}

/** @throws AppError forbidden for a key with scopes that the caller lacks. */
export function assertMayGrantScopes(caller: Caller, lent: readonly Scope[]): void {
  const [more] = scopesBeyond(scopesHeldBy(caller), lent);
  if (more === undefined) return;
  const granter = caller.scopes ? 'this API key' : `the role ${caller.role}`;
  throw new AppError(
    'forbidden',
    `${granter} lacks the scope ${more} and cannot grant it; omit it`,
  );
}

/** @throws AppError forbidden for a key that outlives the key that creates or rotates it. */
export function assertNoLonger(
  { expiresAt: held }: Pick<ApiKey, 'expiresAt'>,
  { expiresAt: lent }: Pick<ApiKey, 'expiresAt'>,
): void {
  if (expiresBeyond(held, lent))
    throw new AppError(
      'forbidden',
      `this API key expires at ${held?.toISOString()} and cannot create or rotate keys that are valid longer; send expires_at`,
    );
}

function mayNotManage({ scopes }: Caller): AppError {
  return new AppError(
    'forbidden',
    scopes
      ? 'this API key lacks the scope api_keys:write'
      : 'only owners, account admins and developers of an account can manage API keys; ask one of them',
  );
}
