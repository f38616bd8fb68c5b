import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../auditor/audit.ts';
import { findFailures } from '../auditor/failures.ts';
import { makePeople } from '../clients/people.ts';
import { type PodsFlorin, startPods, whyNoPods } from '../pods/start-pods.ts';
import type { AuditedRun, Outcome, PureRow, Run } from '../row.ts';
import { openHolders } from './money.ts';
import { startTraffic } from './traffic.ts';

/** Apps that fit into a row's time: each pod needs 35 s of readiness. */
const SHORT = ['ledger', 'gateway'];
const WRITERS = 4;
const ACCOUNTS = 4;
const OPENING = 100_000;
const WRITES_BETWEEN = 40;
const REST_MS = 20;

export const rollOut: PureRow = {
  id: 'F57',
  fault:
    'All pods of each app are replaced under load, in any order, in containers with the images, init containers, probes, names, pauses and signals of deploy/kubernetes (short: two apps)',
  holds: 'No request fails, nothing is lost, and each pod exits by itself',
  control:
    'pods that get traffic before they are ready and are stopped without the pause before the signal',
  figures: ['failed', 'ended badly', 'lost', 'duplicate', 'imbalance', 'events missing'],
  isHeavy: true,
  // A request delayed by other work would count as failed.
  isTimed: true,
  skipReason: whyNoPods,

  async run(run) {
    const folder = await mkdtemp(join(tmpdir(), 'florin-pods-'));
    try {
      const florin = await startPods(folder, run.isControl);
      try {
        return await rollUnderLoad(run, florin, folder);
      } finally {
        await florin.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function rollUnderLoad(once: Run, florin: PodsFlorin, folder: string): Promise<Outcome> {
  const run: AuditedRun = { ...once, florin, people: makePeople(florin.url), folder };
  const holders = await openHolders(run, ACCOUNTS, OPENING);
  const traffic = await startTraffic(run, { clients: WRITERS, holders, restMs: REST_MS });
  await traffic.untilWritten(WRITES_BETWEEN);
  const rolled = florin.deployments
    .filter(({ template }) => run.isFull || SHORT.includes(template.app))
    .map((deployment) => ({ deployment, place: run.random.below(1_000_000) }))
    .toSorted((a, b) => a.place - b.place);
  for (const [index, { deployment }] of rolled.entries()) {
    await deployment.roll();
    await traffic.untilWritten(WRITES_BETWEEN);
    run.progress(index + 1, rolled.length);
  }
  await traffic.end();
  const failures = await findFailures(run);
  const badEnds = rolled.flatMap(({ deployment }) => deployment.badEnds());
  const { violations, details, judgement } = await audit(run);
  return {
    violations: {
      failed: failures.length,
      'ended badly': badEnds.reduce((sum, each) => sum + each, 0),
      ...violations,
    },
    details: [...failures.slice(0, 5), ...details],
    of: `${judgement.acknowledged} acknowledged writes, ${rolled.length} apps rolled`,
  };
}
