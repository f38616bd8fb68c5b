import { setTimeout as pause } from 'node:timers/promises';
import { type Client, openClients } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import type { Holder } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { credit, openHolders } from './money.ts';

const ACCOUNTS = 8;
/** A route's timeout is 2 s. */
const ANSWER_MS_MAX = 4_000;
/** A busy machine delays reads elsewhere at the same time as well. */
const BUSY_FACTOR = 3;

interface Seen {
  readonly status: number | undefined;
  readonly ms: number;
}

export const stoppedLedger: LiveRow = {
  id: 'F21',
  fault: 'The only ledger hangs (SIGSTOP) while accounts write to it and read from other services',
  holds:
    '503 within 2 s (4 s on a busy machine); requests without the ledger are served; all recovers afterwards',
  control: 'a gateway without a timeout for services',
  figures: ['late', 'others refused', 'lost', 'duplicate'],
  broken: variant({
    app: 'gateway',
    module: () => import('../../../../apps/gateway/src/upstreams/forward.ts'),
    by: () => import('../broken/gateway/waits-without-end.ts'),
  }),
  florin: {},

  async run(run) {
    const { processes } = run.florin;
    const holdMs = run.count({ short: 5_000, full: 30_000, control: 15_000 });
    const clients = await openClients(run.florin.url, run.folder, 2 * ACCOUNTS);
    const holders = await openHolders(run, ACCOUNTS, 1_000);
    const { pid } = processes.get('ledger-1');
    process.kill(pid, 'SIGSTOP');
    const endsAt = performance.now() + holdMs;
    const phase = run.isControl ? 'control' : 'sound';
    const each = (first: number, ask: Ask) =>
      Promise.all(
        holders.map((holder, index) => {
          const client = clients[first + index];
          return client ? askUntil(endsAt, client, holder, `${phase}-${index}`, ask) : [];
        }),
      );
    const asking = Promise.all([each(0, write), each(ACCOUNTS, read)]);
    try {
      await pause(holdMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const [writes, reads] = (await asking).map((seen) => seen.flat());
    run.progress(1, 1);
    await repeat(run, holders);
    await Promise.all(clients.map((client) => client.close()));
    const { violations, details } = await audit(run);
    const all = writes ?? [];
    const others = reads ?? [];
    const lateMs = ANSWER_MS_MAX + BUSY_FACTOR * slowestOf(others);
    return {
      violations: {
        late: all.filter(({ ms }) => ms > lateMs).length,
        'others refused': others.filter(({ status }) => status !== 200).length,
        ...violations,
      },
      details,
      of: `${all.length} writes, the slowest ${toSeconds(all)} s, and ${others.length} reads elsewhere, the slowest ${toSeconds(others)} s`,
    };
  },
};

type Ask = (client: Client, holder: Holder, key: string) => Promise<Seen>;

/** Sends requests repeatedly, and waits for all that have started. */
async function askUntil(
  endsAt: number,
  client: Client,
  holder: Holder,
  name: string,
  ask: Ask,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    seen.push(await ask(client, holder, `${name}-${turn}`));
    await pause(50);
  }
  // The last one may have been served after the ledger continued.
  return seen.filter(({ status, ms }) => status !== 201 || ms > ANSWER_MS_MAX);
}

/** Without a key, so that it is sent once and one answer is measured. */
const write: Ask = (client, holder, reference) =>
  timed(() => client.send(holder, credit(holder.accountId, 1, reference)));

const read: Ask = (client, holder) =>
  timed(() => client.send(holder, { method: 'GET', path: '/v1/account' }));

async function timed(send: () => Promise<{ readonly status: number } | undefined>): Promise<Seen> {
  const startedAt = performance.now();
  const answer = await send();
  return { status: answer?.status, ms: performance.now() - startedAt };
}

/** Every account is served again. */
async function repeat({ people, isControl }: LiveRun, holders: readonly Holder[]): Promise<void> {
  for (const holder of holders) {
    const name = `afterwards-${isControl}`;
    await people.must(async () => ({
      ...credit(holder.accountId, 1, `${name} of ${holder.accountId}`, name),
      token: await holder.token(),
    }));
  }
}

const slowestOf = (seen: readonly Seen[]) => Math.max(0, ...seen.map(({ ms }) => ms));

function toSeconds(seen: readonly Seen[]): string {
  return (slowestOf(seen) / 1_000).toFixed(1);
}
