import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId } from '@florin/contracts';
import { type Request, send } from '@florin/system-kit';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { creation, openHolders } from './money.ts';
import { inTurns, mustAs, subscription } from './subscriptions.ts';

const LANES = 4;
/** Delays of the closing, so that on any machine it wins some races and loses others. */
const HEAD_STARTS_MS = [0, 4, 8, 16];
/** Races are added until both results were seen, up to this multiple of the count. */
const ROUNDS_MAX = 4;

export const closingRaces: LiveRow = {
  id: 'F13',
  fault: 'An account is closed while it subscribes and has a held payment',
  holds: 'No closed account has a live subscription or a held payment',
  control: 'billing that checks whether an account is open without a lock',
  figures: ['closed with a subscription', 'closed with a hold'],
  broken: variant({
    app: 'billing',
    module: () => import('../../../../apps/billing/src/records/gates-queries.ts'),
    by: () => import('../broken/billing/reads-gates-only.ts'),
  }),
  florin: { replicas: { billing: 2 } },

  async run(run) {
    const races = run.count({ short: 24, full: 500 });
    const answers: number[] = [];
    const accounts: string[] = [];
    const countClosed = () => answers.filter((status) => status === 200).length;
    const isOneSided = () => [0, answers.length].includes(countClosed());
    for (let round = 0; round < ROUNDS_MAX && isOneSided(); round += 1) {
      await inTurns(races, LANES, async (turn) => {
        const { accountId, status } = await race(run, HEAD_STARTS_MS[turn % HEAD_STARTS_MS.length]);
        accounts.push(parsePublicId('account', accountId) ?? '');
        answers.push(status);
        run.progress(answers.length, Math.max(races, answers.length));
      });
      if (run.isControl) break;
    }
    const closed = countClosed();
    if (!run.isControl && isOneSided())
      throw new Error(`there was no race: ${closed} of ${answers.length} accounts were closed`);
    const violations = await countLiveChildren(run, accounts);
    return { violations, details: [], of: `${answers.length} races, ${closed} closed` };
  },
};

/** Nearly simultaneous; any answer is allowed if it is true. */
async function race(run: LiveRun, headStartMs = 0): Promise<{ accountId: string; status: number }> {
  const [holder] = await openHolders(run, 1, 5_000);
  if (!holder) throw new Error('there is no account');
  const { accountId } = holder;
  // The gate exists from the first subscription on; creating it would lock it too.
  const { id } = await mustAs(run, holder, subscription(accountId));
  const path = `/v1/subscriptions/${id}/cancel`;
  await mustAs(run, holder, { method: 'POST', path });
  const [token, owner] = await Promise.all([holder.token(), holder.owner.token()]);
  const fields = { account_id: accountId, type: 'payment', amount: 100, capture: 'manual' };
  const ask = (request: Request) => send(run.florin.url, request);
  const [closing] = await Promise.all([
    pause(headStartMs).then(() => ask({ method: 'DELETE', path: '/v1/account', token: owner })),
    ask({ ...subscription(accountId), token }),
    ask({ ...creation({ ...fields, reference: 'held' }), token }),
  ]);
  return { accountId, status: closing.status };
}

async function countLiveChildren({ florin }: LiveRun, accounts: readonly string[]) {
  const [found] = await florin.sql<Record<string, number>>(
    `select count(*) filter (where exists (
              select from billing.subscriptions s
               where (s.payer_account_id = a.id or s.seller_id = a.id)
                 and s.status not in ('canceled', 'expired')))::int as "closed with a subscription",
            count(*) filter (where exists (
              select from ledger.transactions t
               where t.account_id = a.id and t.status = 'pending'
                 -- What is left goes to its bank.
                 and not exists (select from ledger.fund_movements m
                                  where m.transaction_id = t.id)))::int as "closed with a hold"
       from accounts.accounts a where a.status = 'closed' and a.id = any($1)`,
    [accounts],
  );
  return { ...found };
}
