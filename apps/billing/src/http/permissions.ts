import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { denied, idField } from '@florin/http-api';
import { mayWrite } from '../domain/access.ts';

type Errors = Parameters<typeof denied>[0];

/** For which account an admin acts; everybody else acts for their own. */
export const actingForField = idField('account').optional();

/** @throws AppError that the role only reads. */
export function assertMayWrite(route: Errors, caller: Caller): void {
  if (!mayWrite(caller)) throw denied(route, 'this role reads only');
}

/**
 * The account that a call is about.
 * @throws AppError not_found for a token without one.
 */
export function actingAccount(caller: Caller, asked: Uuid | undefined): Uuid {
  const accountId = (caller.role === 'admin' ? asked : undefined) ?? caller.accountId;
  if (accountId === null)
    throw new AppError('not_found', 'this token has no account: open one by POST /v1/accounts');
  return accountId;
}
