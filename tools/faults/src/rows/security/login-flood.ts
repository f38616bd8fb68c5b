import { setTimeout as pause } from 'node:timers/promises';
import { newEmail, newPassword } from '@florin/system-kit';
import { startFlood } from '../../clients/flood.ts';
import { agentFrom, post } from '../../clients/post-from.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';

/** The promise is 2 s; the rest is slack for load. */
const WITHIN_MS = 4_000;
/** Between the logins of honest clients. */
const REST_MS = 150;
const CONNECTIONS = 200;
const HONEST_ADDRESSES = ['127.1.0.1', '127.1.0.2', '127.1.0.3'];

/** Sources of the floods, one after the other. */
const floods = [
  { name: 'one address', addresses: ['127.2.0.1'] },
  { name: '30 addresses', addresses: Array.from({ length: 30 }, (_, at) => `127.3.0.${at + 1}`) },
];

interface Seen {
  readonly status: number;
  readonly ms: number;
}

export const loginFlood: LiveRow = {
  id: 'T27',
  fault:
    '200 connections of one address, then of 30 addresses, flood login and sign-up with unknown emails',
  holds: 'Logins from other addresses are answered 200 within 2 s (4 s on a busy machine)',
  control: 'a gateway that serves logins in order of arrival, whatever their address',
  figures: ['refused honest', 'late honest'],
  isTimed: true,
  broken: variant({
    app: 'gateway',
    module: () => import('../../../../../packages/runtime/src/fair-queue/line.ts'),
    by: () => import('../../broken/packages/line.ts'),
  }),
  florin: { settings: { FLORIN_RATE_LIMITS: 'on', IDENTITY_PASSWORD_COST: '10' } },

  async run(run) {
    const logins = run.count({ short: 12, full: 200, control: 2 });
    const credentials = { email: newEmail(), password: newPassword() };
    await run.people.must(() => ({ method: 'POST', path: '/v1/users', body: credentials }));
    const all: Seen[] = [];
    const lines: string[] = [];
    for (const { name, addresses } of floods) {
      const flood = startFlood({ url: run.florin.url, addresses, connections: CONNECTIONS });
      await flood.untilRefused();
      const seen = await logInAgainAndAgain(run, credentials, logins);
      const tally = await flood.end();
      all.push(...seen);
      lines.push(
        `${name}: p50 ${at(seen, 0.5)} ms, p99 ${at(seen, 0.99)} ms (flood ${describe(tally)})`,
      );
      run.progress(lines.length, floods.length);
    }
    const isRefused = ({ status }: Seen) => status !== 200;
    return {
      violations: {
        'refused honest': all.filter(isRefused).length,
        'late honest': all.filter((one) => !isRefused(one) && one.ms > WITHIN_MS).length,
      },
      of: `${all.length} logins · ${lines.join(' · ')}`,
      details: [],
    };
  },
};

async function logInAgainAndAgain(
  { florin }: LiveRun,
  body: { readonly email: string; readonly password: string },
  logins: number,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (let turn = 0; turn < logins; turn += 1) {
    // A new connection each time, like a new visitor.
    const agent = agentFrom(HONEST_ADDRESSES[turn % HONEST_ADDRESSES.length] ?? '');
    const startedAt = performance.now();
    const status = await post(agent, `${florin.url}/v1/auth/login`, body);
    seen.push({ status, ms: performance.now() - startedAt });
    agent.destroy();
    await pause(REST_MS);
  }
  return seen;
}

function at(seen: readonly Seen[], part: number): number {
  const sorted = seen.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
}

function describe(tally: Readonly<Record<number, number>>): string {
  return Object.entries(tally)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}
