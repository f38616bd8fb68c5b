import { toResource as show } from '../../../../../apps/ledger/src/transactions/model.ts';

export * from '../../../../../apps/ledger/src/transactions/model.ts';

/** Shows an amount as text: what readers of before do not expect. */
export const toResource = (transaction: Parameters<typeof show>[0]) => {
  const { amount, ...rest } = show(transaction);
  return { ...rest, amount: `${amount}` };
};
