import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { keysManagedBy, keysSeenBy } from '../domain/authorization.ts';

/** @throws AppError forbidden unless the caller may see keys of this account, or of all. */
export function readAccountOf(caller: Caller): Uuid | 'all' {
  return keysSeenBy(caller) ?? refuse();
}

/** @throws AppError forbidden unless the caller may change keys of this account, or of all. */
export function managedAccountOf(caller: Caller): Uuid | 'all' {
  return keysManagedBy(caller) ?? refuse();
}

/** @throws AppError forbidden unless the caller may make keys for the account they belong to. */
export function ownAccountOf(caller: Caller): Uuid {
  if (caller.accountId === null || keysManagedBy(caller) === undefined) return refuse();
  return caller.accountId;
}

function refuse(): never {
  throw new AppError('forbidden', 'API keys are for the owner of an account: ask them');
}
