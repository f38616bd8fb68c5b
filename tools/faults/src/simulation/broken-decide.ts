import { decideBatch } from '@florin/ledger/src/domain/commands/decide.ts';
import type { Decide } from './core.ts';

/** Off by one: refuses a payment of the whole available amount. */
export const refusesTheLastCent: Decide = (loaded, requests, sources) =>
  decideBatch(
    loaded,
    requests.map((request) => {
      const { command, accountId } = request;
      const available = loaded.balances.get(accountId)?.amounts.available;
      const isAll = 'type' in command && command.type === 'payment' && command.amount === available;
      if (!isAll) return request;
      return { ...request, command: { ...command, amount: command.amount + 1n } };
    }),
    sources,
  );
