import { provisionStreams } from '@florin/events';
import { findGo } from '@florin/local-servers';
import { readJournals, until } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import type { NatsCluster, NatsRelease } from '../../florin/nats-cluster.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { startUsualTraffic, type Traffic } from '../traffic.ts';
import { countUndelivered } from './count-events.ts';

const WRITES_BETWEEN = 60;
/** Messages that only NATS has when it loses its store. */
const UNSENT = 20;

/** A cluster of three servers with three replicas of all events. */
function natsClusterRow(id: LiveRow['id'], release: NatsRelease, name: string): LiveRow {
  return {
    id,
    fault: `${name}: each is stopped in turn under 16 clients, the leader is killed and stays away, then killed and its store wiped while webhooks is stopped`,
    holds:
      'Each event takes effect once without manual republishing, two of three servers publish, and no one connects without credentials',
    control: 'streams that only one of three servers stores',
    figures: ['events missing', 'double', 'refused', 'let in'],
    skipReason: () =>
      release === 'packaged' || findGo()
        ? undefined
        : 'Go is required to build a current nats-server, but it is not installed',
    isHeavy: release === 'current',
    florin: { natsCluster: release },

    async run(run) {
      const { florin, folder, isControl } = run;
      const { cluster, sql } = florin;
      if (!cluster) throw new Error('there is no cluster of NATS');
      const traffic = await startUsualTraffic(run);
      const letIn = await countLetIn(cluster);
      if (isControl) await cluster.keepOn(1);
      else await endByTurns(run, cluster, traffic);
      const onTheWay = await wipeLeader(run, cluster, traffic);
      const { violations, details, judgement } = await audit(run);
      const exchanges = (await readJournals(folder)).flatMap(({ results }) => results);
      const refused = exchanges.filter((each) => 'status' in each && each.status >= 500).length;
      const double = (await findWorkedTwice(sql)).length;
      return {
        violations: { ...violations, double, refused, 'let in': letIn },
        details,
        of: `${judgement.acknowledged} acknowledged writes, ${onTheWay} events on the way when the store was wiped`,
      };
    },
  };
}

export const natsClusterRows = [
  natsClusterRow('F50', 'packaged', "A cluster of three of Debian's NATS servers"),
  natsClusterRow('F51', 'current', 'A cluster of three current NATS servers'),
];

async function endByTurns(run: LiveRun, cluster: NatsCluster, traffic: Traffic): Promise<void> {
  for (const [index, node] of cluster.nodes.entries()) {
    await traffic.untilWritten(run.count({ short: WRITES_BETWEEN, full: 10 * WRITES_BETWEEN }));
    await node.stop();
    await node.start();
    await cluster.untilCurrent();
    run.progress(index + 1, cluster.nodes.length + 2);
  }
  const lost = await cluster.leaderOf('ledger');
  await lost.kill();
  await traffic.untilWritten(WRITES_BETWEEN);
  await untilPublished(run);
  await lost.start();
  await cluster.untilCurrent();
  run.progress(cluster.nodes.length + 1, cluster.nodes.length + 2);
}

/** Returns the number of events that only NATS had when a server lost its store. */
async function wipeLeader(run: LiveRun, cluster: NatsCluster, traffic: Traffic): Promise<number> {
  const { processes, sql } = run.florin;
  const webhooks = processes.of('webhooks');
  for (const { pid } of webhooks) process.kill(pid, 'SIGSTOP');
  try {
    // Messages sent by NATS wait in webhooks' socket: the store must have more than those to lose.
    await until('keeping what webhooks was not sent', async () => {
      await traffic.untilWritten(WRITES_BETWEEN);
      return (await cluster.unsentOf('ledger', 'webhooks')) >= UNSENT;
    });
    await traffic.end();
    await untilPublished(run);
    const node = await cluster.leaderOf('ledger');
    await node.kill();
    await node.wipe();
    await node.start();
    // Without other replicas, the server could not catch up.
    if (!run.isControl) await cluster.untilCurrent();
  } finally {
    for (const { pid } of webhooks) process.kill(pid, 'SIGCONT');
  }
  const onTheWay = await countUndelivered(sql);
  if (onTheWay === 0) throw new Error('no event was on the way');
  return onTheWay;
}

/** Waits for all events up to now, regardless of later ones. */
async function untilPublished({ florin }: LiveRun): Promise<void> {
  const { sql } = florin;
  const [newest] = await sql<{ position: bigint | null }>(
    'select max(position) as position from ledger.outbox',
  );
  await until('publishing', async () => {
    const waiting = await sql(
      `select from ledger.outbox where published_at is null and position <= $1 limit 1`,
      [newest?.position ?? null],
    );
    return waiting.length === 0;
  });
}

/**
 * Connections and reads that must fail: a stranger on each server, and an app on another's stream.
 */
async function countLetIn({ nodes, urlOf }: NatsCluster): Promise<number> {
  const urls = [...nodes.map(({ port }) => `nats://127.0.0.1:${port}`), urlOf('ledger')];
  const tried = await Promise.allSettled(
    urls.map((url) => provisionStreams({ url, replicas: 1 }, ['identity'])),
  );
  return tried.filter(({ status }) => status === 'fulfilled').length;
}
