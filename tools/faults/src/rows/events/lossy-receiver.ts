import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '@florin/system-kit';
import { within } from '@florin/system-kit';
import { type Receiver, startReceiver } from '../../../../../apps/webhooks/test/receiver.ts';
import { audit } from '../../auditor/audit.ts';
import { quantile } from '../../auditor/lags.ts';
import type { Holder } from '../../clients/people.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { openHolders } from '../money.ts';
import { countOvertaken, isSigned, type Taken } from './received.ts';

const FAILS = 0.3;
/** Payments in one request; the next one captures them, so each has two events. */
const AT_ONCE = 5;
const PAUSE_MS = 40;
const DRAIN_MS_MAX = { sound: 300_000, control: 2_000 };

export const lossyReceiver: LiveRow = {
  id: 'F27',
  fault: 'A webhook receiver fails 30 % of the time; retries come within seconds instead of hours',
  holds: 'Every event is delivered, and each signature is valid by the reference library',
  control: 'webhooks gives up a delivery on failure',
  figures: ['undelivered', 'invalid signatures'],
  broken: variant({
    app: 'webhooks',
    module: () => import('../../../../../apps/webhooks/src/limits.ts'),
    by: () => import('../../broken/webhooks/gives-up.ts'),
  }),
  florin: {
    variants: [
      variant({
        app: 'webhooks',
        module: () => import('../../../../../apps/webhooks/src/limits.ts'),
        by: () => import('../../broken/webhooks/short-delays.ts'),
      }),
    ],
  },

  async run(run) {
    const taken: Taken[] = [];
    const receiver = await startReceiver((response, _index, { body, atMs }) => {
      const isTaken = run.random.below(100) >= 100 * FAILS;
      if (isTaken) taken.push({ event: JSON.parse(body), atMs });
      response.writeHead(isTaken ? 204 : 500).end();
    });
    try {
      return await deliverAll(run, receiver, taken);
    } finally {
      await receiver.stop();
    }
  },
};

async function deliverAll(run: LiveRun, receiver: Receiver, taken: readonly Taken[]) {
  const { florin, people, isControl } = run;
  const events = run.count({ short: 500, full: 10_000, control: 200 });
  const [holder] = await openHolders(run, 1, events);
  if (!holder) throw new Error('no account was opened');
  const body = { url: receiver.url, event_types: ['transaction.*'] };
  const token = await holder.token();
  const { secret } = await people.must(() => ({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    token,
    body,
  }));
  await writeAll(run, holder, events);
  const isDone = async () => countTaken(taken) >= events && (await countPending(florin.sql)) === 0;
  await within(DRAIN_MS_MAX[isControl ? 'control' : 'sound'], isDone);
  const { violations, details } = await audit(run);
  // The opening credit may also be delivered.
  const ours = taken.filter(({ event }) => event.data.object.type === 'payment');
  const lagsMs = ours.map(({ event, atMs }) => atMs - Date.parse(event.created_at));
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(quantile(lagsMs, share)));
  return {
    violations: {
      ...violations,
      undelivered: events - countTaken(ours),
      'invalid signatures': receiver.received.filter((one) => !isSigned(one, secret)).length,
    },
    details,
    of: `${events} events in ${receiver.received.length} attempts, ${ours.length - countTaken(ours)} taken twice, ${countOvertaken(ours)} behind a later one of their object; commit to delivery p50 ${p50} ms, p99 ${p99} ms`,
  };
}

/** Records payments and captures each, at a steady pace. */
async function writeAll(
  { people, isControl, progress }: LiveRun,
  { accountId: account_id, token: getToken }: Holder,
  events: number,
): Promise<void> {
  const token = await getToken();
  for (let done = 0; done < events; done += 2 * AT_ONCE) {
    const name = `${isControl ? 'control' : 'sound'}-${done}`;
    const transactions = Array.from({ length: AT_ONCE }, (_, index) => ({
      ...{ account_id, currency: 'USD', amount: 1, type: 'payment', capture: 'manual' },
      reference: `${name}-${index}`,
    }));
    const post = (path: string, key: string, body?: object) =>
      people.must(() => ({ method: 'POST', path, token, key, body }));
    const { data } = await post('/v1/transactions/bulk', name, { transactions });
    await Promise.all(
      data.map(({ body: { id } }: { body: { id: string } }) =>
        post(`/v1/transactions/${id}/capture`, `capture-${id}`),
      ),
    );
    progress(done, events);
    await pause(PAUSE_MS);
  }
}

function countTaken(taken: readonly Taken[]): number {
  return new Set(taken.map(({ event }) => event.id)).size;
}

async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: bigint }>(
    `select count(*) from webhooks.deliveries where status = 'pending'`,
  );
  return Number(row?.count ?? 0n);
}
