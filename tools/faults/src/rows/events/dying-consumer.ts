import { setTimeout as pause } from 'node:timers/promises';
import type { ListedProcess } from '@florin/system-kit';
import { openClients, until } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import { deadlyReference } from '../../broken/deadly-events.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { credit, openHolders } from '../money.ts';
import { countUndelivered } from './count-events.ts';

const CLIENTS = 10;
const LEASE = /^florin_lease_held_seconds\{lease="webhooks:ledger"\} ([\d.e+-]+)$/m;

export const dyingConsumer: LiveRow = {
  id: 'F9',
  fault:
    'One of two webhooks processes is killed between commit and acknowledgement, then stopped for longer than its lease (with --full: than the acknowledgement timeout) while the other continues',
  holds: 'Each event takes effect once',
  control: 'webhooks forgets which events it has processed',
  isIdle: true,
  figures: ['double', 'events missing'],
  broken: variant({
    app: 'webhooks',
    module: () => import('../../../../../packages/events/src/consuming/consume.ts'),
    by: () => import('../../broken/webhooks/dies-and-forgets.ts'),
  }),
  florin: {
    replicas: { webhooks: 2 },
    variants: [
      variant({
        app: 'webhooks',
        module: () => import('../../../../../packages/events/src/consuming/consume.ts'),
        by: () => import('../../broken/webhooks/dies-before-ack.ts'),
      }),
    ],
  },

  async run(run) {
    const { florin, count, isControl } = run;
    const kills = count({ short: 2, full: 20, control: 1 });
    const stoppedMs = count({ short: 7_000, full: 40_000, control: 0 });
    const write = await openWriter(run);
    for (let kill = 0; kill < kills; kill += 1) {
      const before = florin.processes.of('webhooks');
      await write(deadlyReference(`${isControl}-${kill}`));
      await florin.processes.untilUp('webhooks', 1, before);
      if (!isControl) await untilDelivered(run);
      run.progress(kill + 1, kills + 1);
    }
    const { pid } = await untilConsumed(run);
    if (!isControl) {
      process.kill(pid, 'SIGSTOP');
      await write('stopped');
      await pause(stoppedMs);
      await untilDelivered(run);
      process.kill(pid, 'SIGCONT');
      await write('continued');
    }
    run.progress(kills + 1, kills + 1);
    await write.end();
    const { violations, details } = await audit(run);
    const double = (await findWorkedTwice(florin.sql)).length;
    return {
      violations: { ...violations, double },
      details,
      of: `${kills * CLIENTS} events in ${kills} deaths, ${2 * CLIENTS} around a stop of ${stoppedMs / 1_000} s`,
    };
  },
};

/** Lets all clients record a credit in parallel, the first of them with this reference. */
async function openWriter(run: LiveRun) {
  const clients = await openClients(run.florin.url, run.folder, CLIENTS);
  const [holder] = await openHolders(run, 1, 0);
  if (!holder) throw new Error('no account was opened');
  const write = async (name: string) => {
    await Promise.all(
      clients.map((client, index) => {
        const reference = index === 0 ? name : `${run.isControl}-${name}-${index}`;
        return client.send(holder, credit(holder.accountId, 1, reference, reference));
      }),
    );
  };
  const end = () => Promise.all(clients.map((client) => client.close()));
  return Object.assign(write, { end });
}

function untilDelivered({ florin }: LiveRun): Promise<void> {
  return until('delivery', async () => (await countUndelivered(florin.sql)) === 0);
}

/**
 * Waits until a process consumes the ledger's events: a killed process's lease must expire first.
 */
async function untilConsumed(run: LiveRun): Promise<ListedProcess> {
  let found: ListedProcess | undefined;
  await until('taking over', async () => {
    found = await findConsumer(run);
    return found !== undefined;
  });
  if (!found) throw new Error('no process has taken over');
  return found;
}

async function findConsumer({ florin }: LiveRun): Promise<ListedProcess | undefined> {
  for (const process of florin.processes.of('webhooks')) {
    const text = await florin.processes.scrape(process);
    if (Number(LEASE.exec(text)?.[1] ?? 0) > 0) return process;
  }
  return undefined;
}
