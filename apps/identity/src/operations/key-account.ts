import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { canManageKeys, canReadKeys } from '../domain/authorization.ts';

/** @throws AppError forbidden unless the caller may see the keys of their account. */
export function readAccountOf(caller: Caller): Uuid {
  if (caller.accountId === null || !canReadKeys(caller)) throw forbidden();
  return caller.accountId;
}

/** @throws AppError forbidden unless the caller may make and revoke keys of their account. */
export function managedAccountOf(caller: Caller): Uuid {
  if (caller.accountId === null || !canManageKeys(caller)) throw forbidden();
  return caller.accountId;
}

function forbidden(): AppError {
  return new AppError('forbidden', 'API keys are for the owner of an account: ask them');
}
