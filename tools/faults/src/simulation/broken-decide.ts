import { decideBatch } from '@florin/ledger/src/posting/decide.ts';
import type { Decide } from './core.ts';

/** Off by one: a payment of all that is available is refused. */
export const refusesTheLastCent: Decide = (loaded, submissions, sources) =>
  decideBatch(
    loaded,
    submissions.map((submission) => {
      const { command, accountId } = submission;
      const available = loaded.balances.get(accountId)?.amounts.available;
      const isAll = 'type' in command && command.type === 'payment' && command.amount === available;
      if (!isAll) return submission;
      return { ...submission, command: { ...command, amount: command.amount + 1n } };
    }),
    sources,
  );
