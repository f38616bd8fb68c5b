import { connectEvents } from '@florin/events';
import { openClients, until } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import { deadlyReference, isDeadly } from '../../broken/deadly-events.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow } from '../../row.ts';
import { credit, openHolders } from '../money.ts';
import { countUndelivered, countUnpublished } from './count-events.ts';

const STREAM = 'florin_ledger';
/** Shorter than a relay's lease, so that the next process starts after it. */
const WINDOW_MS = 500;
const BESIDE = 8;

export const dyingRelay: LiveRow = {
  id: 'F6',
  fault:
    'The relay is killed between publishing and marking; the next one publishes again after JetStream has forgotten the first copy',
  holds: 'An event that arrives twice is processed once',
  control: 'webhooks forgets which events it has processed',
  figures: ['events missing', 'double', 'deaths without redelivery'],
  broken: variant({
    app: 'webhooks',
    module: () => import('../../../../../apps/webhooks/src/events/known-queries.ts'),
    by: () => import('../../broken/webhooks/forgets-events.ts'),
  }),
  florin: {
    replicas: { ledger: 2 },
    variants: [
      variant({
        app: 'ledger',
        module: () => import('../../../../../packages/events/src/publishing/relay.ts'),
        by: () => import('../../broken/ledger/dies-before-mark.ts'),
      }),
    ],
  },

  async run(run) {
    const { florin, folder, isControl } = run;
    const { sql } = florin;
    const deaths = run.count({ short: 2, full: 25, control: 6 });
    const stream = await openStream(florin.natsUrl());
    await stream.shortenWindow();
    const clients = await openClients(florin.url, folder, BESIDE);
    const [holder] = await openHolders(run, 1, 0);
    if (!holder) throw new Error('no account was opened');
    // A restarted webhooks waits for its lease, and would find both copies together.
    await until('delivery', async () => (await countUndelivered(sql)) === 0);
    let died = 0;
    const isFoundOut = async () => isControl && (await findWorkedTwice(sql)).length > 0;
    // Both copies may arrive in one batch, which even the broken webhooks handles once.
    while (died < deaths && !(await isFoundOut())) {
      const before = florin.processes.of('ledger');
      await Promise.all(
        clients.map((client, index) => {
          const name = `${isControl ? 'control' : 'sound'}-${died}-${index}`;
          const reference = index === 0 ? deadlyReference(name) : name;
          return client.send(holder, credit(holder.accountId, 1, reference, name));
        }),
      );
      await florin.processes.untilUp('ledger', 1, before);
      await until('publishing', async () => (await countUnpublished(sql)) === 0);
      died += 1;
      run.progress(died, deaths);
    }
    await Promise.all(clients.map((client) => client.close()));
    const redeliveries = await stream.countDeadlyTwice();
    await stream.close();
    const { violations, details, judgement } = await audit(run);
    const double = (await findWorkedTwice(sql)).length;
    return {
      violations: {
        ...violations,
        double,
        'deaths without redelivery': Math.max(0, died - redeliveries),
      },
      details,
      of: `${judgement.acknowledged} writes, ${died} deaths, ${redeliveries} redeliveries`,
    };
  },
};

/** Events that the ledger publishes from now on. */
async function openStream(url: string) {
  const connection = connectEvents({ url }, 'faults', () => {});
  const { manager } = await connection.jetStream();
  const { streams } = manager;
  const lastBefore = (await streams.info(STREAM)).state.last_seq;
  return {
    async shortenWindow() {
      const { config } = await streams.info(STREAM);
      await streams.update(STREAM, { ...config, duplicate_window: WINDOW_MS * 1_000_000 });
    },
    /** Deadly events that arrived more than once: a message has one on each line. */
    async countDeadlyTwice(): Promise<number> {
      const { last_seq } = (await streams.info(STREAM)).state;
      const seen = new Set<string>();
      const twice = new Set<string>();
      for (let seq = lastBefore + 1; seq <= last_seq; seq += 1) {
        const { data } = await streams.getMessage(STREAM, { seq });
        for (const line of new TextDecoder().decode(data).split('\n')) {
          const { id, data } = JSON.parse(line);
          if (!isDeadly(data.object.reference)) continue;
          if (seen.has(id)) twice.add(id);
          seen.add(id);
        }
      }
      return twice.size;
    },
    close: () => connection.close(),
  };
}
