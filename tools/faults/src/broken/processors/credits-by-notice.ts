import { findCharge } from '@florin/processors/src/charges/queries.ts';
import type { onChargeNotice as sound } from '@florin/processors/src/charges/workers.ts';
import type { Funds } from '@florin/processors/src/domain/funds.ts';

export * from '@florin/processors/src/charges/workers.ts';

/** Treats each notice of a charge as received money. */
export const onChargeNotice: typeof sound = (deps) => async (notice) => {
  const { funds } = deps as typeof deps & { readonly funds: Funds };
  const charge = notice.ourId === null ? undefined : await findCharge(deps.db, notice.ourId);
  if (!charge) return false;
  const { amount, currency, merchant } = charge;
  const money = { accountId: merchant.accountId, amount, currency, reference: null, metadata: {} };
  await funds.deposit({ ...money, key: notice.id }, notice.id);
  return true;
};
