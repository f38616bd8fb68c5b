import { setTimeout as pause } from 'node:timers/promises';
import type { PeerName } from '@florin/contracts';
import { findAccountFlaws } from '../auditor/accounts.ts';
import { audit } from '../auditor/audit.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { startLives } from './lives.ts';

interface Victim {
  readonly app: PeerName;
  /** Steps of closing an account during which it is killed; any by default. */
  readonly steps?: readonly string[];
}

const LIVES = 6;
const VICTIMS: readonly Victim[] = [
  { app: 'identity', steps: ['close_access'] },
  { app: 'accounts' },
  { app: 'billing', steps: ['close_gate', 'end_subscriptions'] },
  { app: 'webhooks' },
  { app: 'gateway' },
];
const LIVES_BETWEEN = 4;
const WAIT_MS_MAX = 5_000;

export const killedServices: LiveRow = {
  id: 'F2',
  fault:
    'identity, accounts, billing, webhooks and the gateway are killed (SIGKILL) in turn while accounts are closed, opened and subscribed',
  holds: 'All sagas finish within 30 s, and the services agree on every account',
  control: 'an accounts service that treats a failed call as done',
  figures: ['stuck', 'half done', 'outlived', 'lost', 'events missing'],
  broken: variant({
    app: 'accounts',
    module: () => import('../../../../apps/accounts/src/clients.ts'),
    by: () => import('../broken/accounts/takes-failures-for-done.ts'),
  }),
  florin: {},

  async run(run) {
    const { processes, sql } = run.florin;
    const rounds = run.count({ short: 1, full: 25 });
    const kills = rounds * VICTIMS.length;
    const lives = await startLives(run, LIVES);
    for (let kill = 0; kill < kills; kill += 1) {
      await lives.untilWritten(LIVES_BETWEEN);
      const victim = VICTIMS[kill % VICTIMS.length];
      if (!victim) throw new Error('there is no process to kill');
      await untilClosing(run, victim);
      const before = processes.of(victim.app);
      processes.kill(before);
      await processes.untilUp(victim.app, 1, before);
      run.progress(kill + 1, kills);
    }
    await lives.untilWritten(LIVES_BETWEEN);
    await lives.end();
    const { stuck, halfDone, outlived } = await findAccountFlaws(sql);
    const { violations, details, judgement } = await audit(run);
    return {
      violations: {
        stuck: stuck.length,
        'half done': halfDone.length,
        outlived: outlived.length,
        ...violations,
      },
      details: [...stuck, ...halfDone, ...outlived].slice(0, 5).concat(details),
      of: `${judgement.acknowledged} acknowledged requests, ${kills} kills`,
    };
  },
};

/** Waits until an account is being closed, so that the kill interrupts it. */
async function untilClosing({ florin }: LiveRun, { steps }: Victim): Promise<void> {
  const endsAt = performance.now() + WAIT_MS_MAX;
  while (performance.now() < endsAt) {
    const closing = await florin.sql(
      `select from accounts.saga_runs where kind = 'close_account' and finished_at is null
          and ($1::text[] is null or step = any($1))`,
      [steps ?? null],
    );
    if (closing.length > 0) return;
    await pause(1);
  }
}
