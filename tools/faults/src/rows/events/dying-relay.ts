import { connectEvents } from '@florin/events';
import type { Sql } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import { deadlyReference } from '../../broken/deadly-events.ts';
import { openClients } from '../../clients/client.ts';
import type { LiveRow } from '../../row.ts';
import { credit, openHolders } from '../money.ts';
import { countEvents, countUnpublished } from './count-events.ts';
import { until } from './until.ts';

const STREAM = 'florin_ledger';
/** Shorter than the lease of a relay, so that whoever takes over comes after it. */
const WINDOW_MS = 500;
const BESIDE = 8;

export const dyingRelay: LiveRow = {
  id: 'F6',
  fault:
    'the relay is killed between publishing and marking; the next one publishes again when JetStream no longer knows the copy',
  holds: 'what arrives twice is worked on once',
  control: 'a webhooks that forgets which events it has worked on',
  figures: ['events missing', 'double', 'deaths without redelivery'],
  broken: {
    app: 'webhooks',
    module: 'apps/webhooks/src/events/consumers.ts',
    by: 'webhooks/forgets-events.ts',
  },
  florin: {
    replicas: { ledger: 2 },
    variants: [
      {
        app: 'ledger',
        module: 'packages/events/src/publishing/relay.ts',
        by: 'ledger/dies-before-mark.ts',
      },
    ],
  },

  async run(run) {
    const { florin, folder, isControl } = run;
    const { sql } = florin;
    const deaths = run.count({ short: 2, full: 25, control: 1 });
    const stream = await openStream(florin.natsUrl());
    await stream.shortenWindow();
    const surplusBefore = await countSurplus(sql, stream);
    const clients = await openClients(florin.url, folder, BESIDE);
    const [holder] = await openHolders(run, 1, 0);
    if (!holder) throw new Error('no account was opened');
    for (let death = 0; death < deaths; death += 1) {
      const before = florin.processes.of('ledger');
      await Promise.all(
        clients.map((client, index) => {
          const name = `${isControl ? 'control' : 'sound'}-${death}-${index}`;
          const reference = index === 0 ? deadlyReference(name) : name;
          return client.send(holder, credit(holder.accountId, 1, reference, name));
        }),
      );
      await florin.processes.untilUp('ledger', 1, before);
      await until('publishing', async () => (await countUnpublished(sql)) === 0);
      run.progress(death + 1, deaths);
    }
    await Promise.all(clients.map((client) => client.close()));
    const redeliveries = (await countSurplus(sql, stream)) - surplusBefore;
    await stream.close();
    const { violations, details, judgement } = await audit(run);
    const double = (await findWorkedTwice(sql)).length;
    return {
      violations: {
        ...violations,
        double,
        'deaths without redelivery': Math.max(0, deaths - redeliveries),
      },
      details,
      of: `${judgement.acknowledged} writes, ${deaths} deaths, ${redeliveries} redeliveries`,
    };
  },
};

async function openStream(url: string) {
  const connection = connectEvents({ url }, 'faults', () => {});
  const { manager } = await connection.jetStream();
  return {
    async shortenWindow() {
      const { config } = await manager.streams.info(STREAM);
      await manager.streams.update(STREAM, { ...config, duplicate_window: WINDOW_MS * 1_000_000 });
    },
    countMessages: async () => (await manager.streams.info(STREAM)).state.messages,
    close: () => connection.close(),
  };
}

type Stream = Awaited<ReturnType<typeof openStream>>;

/** Messages beyond one for each event. */
async function countSurplus(sql: Sql, stream: Stream): Promise<number> {
  return (await stream.countMessages()) - (await countEvents(sql));
}
