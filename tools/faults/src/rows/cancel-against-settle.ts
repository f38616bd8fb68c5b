import { setTimeout as pause } from 'node:timers/promises';
import { toPublicId } from '@florin/contracts';
import { type Client, openClients } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import { byTurn, type Caller } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow } from '../row.ts';
import { cancellation, creation, openHolders, payment } from './money.ts';

const RACERS = 10;
const SETTLEMENT_DELAY_MS = 400;
/**
 * The ledger looks for due holds five times a second, so some settle before this and some after.
 */
const CANCEL_AT_MS = { min: 200, max: 600 };
const STILL_HELD = 1_000_000;

interface Race {
  readonly id: string;
  readonly wasCanceled: boolean;
}

export const cancelAgainstSettle: LiveRow = {
  id: 'F15',
  fault: 'A payment is canceled twice at the moment it settles, through 2 ledgers',
  holds: 'The payment is either canceled or settled, and every response says which',
  control: 'a ledger that decides on transactions read before the lock',
  figures: ['two outcomes', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/reads-before-lock.ts'),
  }),
  florin: { replicas: { ledger: 2 }, settlementDelayMs: SETTLEMENT_DELAY_MS },

  async run(run) {
    const { florin, folder, isControl, random } = run;
    const races = run.count({ short: 60, full: 500, control: 20 });
    const clients = await openClients(florin.url, folder, RACERS * 2);
    const admins = await run.reachLedgers();
    const [holder] = await openHolders(run, 1, 2 * STILL_HELD);
    const account_id = holder?.accountId ?? '';
    // Without it, the database itself would refuse to release a settled hold.
    const held = { account_id, type: 'payment', amount: STILL_HELD, capture: 'manual' };
    await clients[0]?.send(
      byTurn(admins, 0),
      creation({ ...held, reference: `still-held-${isControl}` }, 'still-held'),
    );

    const over: Race[] = [];
    const raceOn = async (racer: number): Promise<void> => {
      const pair = clients.slice(2 * racer, 2 * racer + 2);
      for (let turn = racer; turn < races; turn += RACERS) {
        const key = `${isControl ? 'control' : 'sound'}-${turn}`;
        const waitMs = CANCEL_AT_MS.min + random.below(CANCEL_AT_MS.max - CANCEL_AT_MS.min);
        over.push(await race(pair, admins, { account_id, key, waitMs }));
        run.progress(over.length, races);
      }
    };
    await Promise.all(Array.from({ length: RACERS }, (_, racer) => raceOn(racer)));
    await pause(4 * SETTLEMENT_DELAY_MS);
    await Promise.all(clients.map((client) => client.close()));

    const canceled = over.filter(({ wasCanceled }) => wasCanceled).length;
    if (!isControl && (canceled === 0 || canceled === over.length))
      throw new Error(`there was no race: ${canceled} of ${over.length} were canceled`);
    const { violations, details, twice } = {
      ...(await audit(run)),
      twice: await countTwice(run, over),
    };
    return {
      violations: { 'two outcomes': twice, ...violations },
      details,
      of: `${over.length} races, ${canceled} canceled`,
    };
  },
};

async function race(
  pair: readonly Client[],
  callers: readonly Caller[],
  { account_id, key, waitMs }: { account_id: string; key: string; waitMs: number },
): Promise<Race> {
  const { id } =
    (await pair[0]?.send(byTurn(callers, 0), payment(account_id, 100, key, key)))?.body ?? {};
  await pause(waitMs);
  const answers = await Promise.all(
    pair.map((client, index) =>
      client.send(byTurn(callers, index), cancellation(id, `${key}-${index}`)),
    ),
  );
  return { id, wasCanceled: answers.some((answer) => answer?.status === 200) };
}

/** Payments whose state differs from their answer, or with two final entries in the journal. */
async function countTwice({ florin }: Parameters<LiveRow['run']>[0], races: readonly Race[]) {
  const rows = await florin.sql<{ id: string; status: string; ends: bigint }>(
    `select t.id, t.status, (select count(*) from ledger.entries e
                              where e.transaction_id = t.id and e.kind in ('settle', 'release')) as ends
       from ledger.transactions t`,
  );
  const byId = new Map(rows.map((row) => [toPublicId('transaction', row.id), row]));
  return races.filter(({ id, wasCanceled }) => {
    const there = byId.get(id);
    return there?.status !== (wasCanceled ? 'canceled' : 'succeeded') || there.ends !== 1n;
  }).length;
}
