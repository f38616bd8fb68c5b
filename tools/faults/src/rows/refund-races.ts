import { parsePublicId } from '@florin/contracts';
import type { Answer } from '@florin/system-kit';
import { openClients } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import { byTurn } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow } from '../row.ts';
import { capture, creation, openHolders } from './money.ts';

const REFUNDS = 50;
const CAPTURED = 100;
const OTHERS_CAPTURED = 150;

export const refundRaces: LiveRow = {
  id: 'F14',
  fault: '50 parallel refunds, linked to a payment and unlinked, through 2 ledgers',
  holds: 'Refunds never exceed the captured amount of the payment or the settled balance',
  control: 'a ledger that decides on transactions read before the lock',
  isAlways: true,
  figures: ['rounds over', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/reads-before-lock.ts'),
  }),
  florin: { replicas: { ledger: 2 } },

  async run(run) {
    const { florin, folder, isControl } = run;
    const rounds = run.count({ short: 10, full: 100, control: 40 });
    const clients = await openClients(florin.url, folder, REFUNDS);
    const admins = await run.reachLedgers();
    const admin = byTurn(admins, 0);
    const [holder] = await openHolders(run, 1, rounds * (CAPTURED + OTHERS_CAPTURED));
    const account_id = holder?.accountId ?? '';
    const [first] = clients;
    let over = 0;
    let succeeded = 0;
    let raced = 0;
    for (let round = 0; round < rounds; round += 1) {
      const name = `${isControl ? 'control' : 'sound'}-${round}`;
      const take = async (amount: number, reference: string) => {
        const request = creation(
          { account_id, type: 'payment', amount, reference, capture: 'manual' },
          reference,
        );
        const { id } = (await first?.send(admin, request))?.body ?? {};
        await first?.send(admin, capture(id, `${reference}-capture`));
        return id as string;
      };
      const refund_of_id = await take(CAPTURED, `payment-${name}`);
      await take(OTHERS_CAPTURED, `other-${name}`);
      const settled = await settledOf(run, account_id);
      const answers = await Promise.all(
        clients.map((client, index) => {
          const reference = `refund-${name}-${index}`;
          const tied = index % 4 < 2 ? { refund_of_id } : {};
          const amount = 8 + run.random.below(8);
          return client.send(
            byTurn(admins, index),
            creation({ account_id, type: 'refund', amount, reference, ...tied }, reference),
          );
        }),
      );
      const given = answers.filter((answer) => answer?.body?.status === 'succeeded');
      const tied = given.filter((answer) => answer?.body.refund_of_id === refund_of_id);
      if (sum(tied) > CAPTURED || sum(given) > settled) over += 1;
      succeeded += given.length;
      raced = round + 1;
      run.progress(raced, rounds);
      // Whether two batches overlap depends on timing: some rounds have no race.
      if (isControl && over > 0) break;
    }
    await Promise.all(clients.map((client) => client.close()));
    const { violations, details } = await audit(run);
    return {
      violations: { 'rounds over': over, ...violations },
      details,
      of: `${raced} rounds, ${succeeded} refunds succeeded`,
    };
  },
};

/** The public API does not return it. */
async function settledOf({ florin }: Parameters<LiveRow['run']>[0], accountId: string) {
  const uuid = parsePublicId('account', accountId);
  const [row] = await florin.sql<{ settled: bigint }>(
    'select settled from ledger.balances where account_id = $1',
    [uuid],
  );
  return Number(row?.settled);
}

function sum(answers: readonly (Answer | undefined)[]): number {
  return answers.reduce((total, answer) => total + answer?.body.amount, 0);
}
