import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { findFactor } from '../credentials/factors/queries.ts';
import type { Deps } from '../deps.ts';
import { type AccountPolicy, refusalForKey } from '../domain/policy.ts';
import { userOf } from '../requests.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import { lockPolicy, savePolicy } from './queries.ts';

type PolicyChange = { readonly [Field in keyof AccountPolicy]: AccountPolicy[Field] | undefined };

/**
 * Changes the security policy of an account.
 * @throws AppError forbidden for a key that may not; conflict for a caller without a second factor.
 */
export function changePolicy(
  deps: Deps,
  accountId: Uuid,
  caller: Caller,
  change: PolicyChange,
): Promise<AccountPolicy> {
  return thenAwaitGateways(deps, () =>
    deps.db.transaction().execute(async (tx) => {
      const before = await lockPolicy(tx, accountId, deps.now());
      const after: AccountPolicy = {
        supportRefundMax: orBefore(change.supportRefundMax, before.supportRefundMax),
        staleRefundMax: orBefore(change.staleRefundMax, before.staleRefundMax),
        requiresSecondFactor: change.requiresSecondFactor ?? before.requiresSecondFactor,
      };
      const refusal = caller.scopes && refusalForKey(caller.scopes, { before, after });
      if (refusal) throw refusal;
      const isNew = after.requiresSecondFactor && !before.requiresSecondFactor;
      if (isNew && !(await findFactor(tx, userOf(caller)))?.confirmedAt)
        throw new AppError(
          'conflict',
          'add a second factor first with POST /v1/auth/factors; this policy would lock you out',
        );
      await savePolicy(tx, accountId, after, deps.now());
      // Revokes by account id, so gateways re-read every principal in the account.
      await revoke(tx, { kind: 'principal', subject: accountId }, deps.now());
      return after;
    }),
  );
}

function orBefore<Value>(asked: Value | undefined, before: Value): Value {
  return asked === undefined ? before : asked;
}
