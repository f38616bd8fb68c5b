import { openClients } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import { byTurn } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow } from '../row.ts';
import { credit, openHolders, payment } from './money.ts';

const PAYERS = 50;
const ACCOUNTS = 4;
const PRICE = 100;

export const oneWinner: LiveRow = {
  id: 'F11',
  fault: 'A balance of 100, and 50 parallel payments of 100 through 2 ledgers',
  holds: 'Exactly one payment succeeds; the others get 402',
  control: 'a ledger that decides on a balance read without its lock',
  isAlways: true,
  figures: ['rounds without one winner', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/reads-without-lock.ts'),
  }),
  florin: { replicas: { ledger: 2 } },

  async run(run) {
    const { florin, folder, isControl } = run;
    const rounds = run.count({ short: 20, full: 200, control: 8 });
    const clients = await openClients(florin.url, folder, PAYERS);
    const admins = await run.reachLedgers();
    const holders = await openHolders(run, ACCOUNTS, 0);
    const setUp = clients[0];
    let wrong = 0;
    for (let round = 0; round < rounds; round += 1) {
      const accountId = holders[round % ACCOUNTS]?.accountId ?? '';
      const name = `${isControl ? 'control' : 'sound'}-${round}`;
      await setUp?.send(
        byTurn(admins, 0),
        credit(accountId, PRICE, `credit-${name}`, `credit-${name}`),
      );
      const answers = await Promise.all(
        clients.map((client, index) => {
          const key = `payment-${name}-${index}`;
          return client.send(byTurn(admins, index), payment(accountId, PRICE, key, key));
        }),
      );
      const statuses = answers.map((answer) => answer?.status);
      const winners = statuses.filter((status) => status === 201).length;
      const losers = statuses.filter((status) => status === 402).length;
      if (winners !== 1 || losers !== PAYERS - 1) wrong += 1;
      run.progress(round + 1, rounds);
    }
    await Promise.all(clients.map((client) => client.close()));
    const { violations, details } = await audit(run);
    return {
      violations: { 'rounds without one winner': wrong, ...violations },
      of: `${rounds} rounds`,
      details,
    };
  },
};
