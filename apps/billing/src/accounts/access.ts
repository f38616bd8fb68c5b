import { type Caller, isOwnerOrAccountAdmin, type Uuid } from '@florin/contracts';
import type { Parties } from '../domain/subscription/model.ts';

/** Whether a caller's lists span the objects of all accounts. */
export function seesAllAccounts({ role }: Caller): boolean {
  return role === 'admin' || role === 'platform';
}

/** Whether a caller sees what belongs to an account. */
export function canRead(caller: Caller, accountId: Uuid): boolean {
  return seesAllAccounts(caller) || caller.accountId === accountId;
}

/** Whether a caller sees a subscription or invoice: as its seller or as the account that pays. */
export function canReadAsParty(
  caller: Caller,
  { sellerId, payerAccountId }: Pick<Parties, 'sellerId' | 'payerAccountId'>,
): boolean {
  return canRead(caller, sellerId) || (payerAccountId !== null && canRead(caller, payerAccountId));
}

/** Whether a caller may decide for the whole of its account, or for any. */
export function mayDecide({ role, scopes }: Caller): boolean {
  return (
    isOwnerOrAccountAdmin(role) || role === 'admin' || scopes?.includes('settings:write') === true
  );
}

/** Whether a caller may change what it sees: the platform role only reads. */
export function mayWrite({ role }: Caller): boolean {
  return role !== 'platform';
}
