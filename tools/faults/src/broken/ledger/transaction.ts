import { toResource as show } from '../../../../../apps/ledger/src/domain/transaction/model.ts';

export * from '../../../../../apps/ledger/src/domain/transaction/model.ts';

/** Encodes an amount as text, which earlier versions reject. */
export const toResource: typeof show = (transaction) => {
  const { amount, ...rest } = show(transaction);
  return { ...rest, amount: `${amount}` as unknown as number };
};
