import { setTimeout as pause } from 'node:timers/promises';
import { openClients } from '@florin/system-kit';
import { Client as Session } from 'pg';
import { audit } from '../../auditor/audit.ts';
import { watchLags } from '../../auditor/lags.ts';
import type { Florin } from '../../florin/start-florin.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { credit, openHolders } from '../money.ts';
import { openOutbox } from './outbox.ts';

const CLIENTS = 4;
const OTHER_DATABASE = 'faults_other';
/**
 * The promise is a second beyond `idle_in_transaction_session_timeout`, which is 1 s for every
 * service; the rest is slack for load.
 */
const LAG_MS_MAX = 3_000;
const HOLD_EVERY_MS = 3_000;

export const idleTransactions: LiveRow = {
  id: 'F10',
  fault:
    'Transactions stay open: one in this database by the service that holds the relay lease, one in another database without limit',
  holds:
    'The service is cut off by its 1 s timeout; no event is more than another second late (two on a busy machine)',
  control: 'a ledger that publishes only events older than every open transaction',
  figures: ['late', 'not cut off', 'events missing'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../../packages/events/src/publishing/relay.ts'),
    by: () => import('../../broken/ledger/relays-behind-all.ts'),
  }),
  florin: {},

  async run(run) {
    const { florin } = run;
    const ms = run.count({ short: 6_000, full: 60_000, control: 4_000 });
    const stranger = await openStranger(florin);
    const lags = await watchLags(florin.sql);
    const writing = writeFor(run, ms);
    const holds = await holdFor(florin, ms);
    const written = await writing;
    // Events unpublished by now have waited for the foreign transaction.
    await pause(LAG_MS_MAX);
    await stranger.end();
    const { violations, details } = await audit(run);
    const lagsMs = (await lags.stop()).map((lag) => lag.ms);
    const longest = Math.max(0, ...lagsMs);
    return {
      violations: {
        ...violations,
        late: lagsMs.filter((lagMs) => lagMs > LAG_MS_MAX).length,
        'not cut off': holds.filter(({ isCut }) => !isCut).length,
      },
      details,
      of: `${written} writes, ${holds.length} times a second in this database; the longest lag ${(longest / 1_000).toFixed(1)} s`,
    };
  },
};

/** Writes credits one by one for this time; returns their number. */
async function writeFor(run: LiveRun, ms: number): Promise<number> {
  const clients = await openClients(run.florin.url, run.folder, CLIENTS);
  const [holder] = await openHolders(run, 1, 0);
  if (!holder) throw new Error('no account was opened');
  const endsAt = performance.now() + ms;
  let written = 0;
  const write = async (client: (typeof clients)[number], index: number) => {
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      const name = `${run.isControl ? 'control' : 'sound'}-${index}-${turn}`;
      await client.send(holder, credit(holder.accountId, 1, name, name));
      written += 1;
      await pause(20);
    }
  };
  await Promise.all(clients.map(write));
  await Promise.all(clients.map((client) => client.close()));
  return written;
}

/** An open transaction that has written, in an unrelated database. */
async function openStranger({ sql, databaseUrl }: Florin): Promise<Session> {
  const known = await sql('select from pg_database where datname = $1', [OTHER_DATABASE]);
  if (known.length === 0) await sql(`create database ${OTHER_DATABASE}`);
  const url = Object.assign(new URL(databaseUrl()), { pathname: `/${OTHER_DATABASE}` });
  const session = new Session({ connectionString: url.href });
  await session.connect();
  await session.query('begin');
  await session.query('select pg_current_xact_id()');
  return session;
}

/** Every few seconds, simulates a service that hangs inside a transaction. */
async function holdFor(florin: Florin, ms: number) {
  const { pool, close } = openOutbox(florin);
  const holds: { readonly isCut: boolean }[] = [];
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`select from leases where name = 'relay' for update`);
    await client.query('select pg_current_xact_id()');
    await pause(HOLD_EVERY_MS);
    const isCut = await client.query('commit').then(
      () => false,
      () => true,
    );
    client.release(true);
    holds.push({ isCut });
  }
  await close();
  return holds;
}
