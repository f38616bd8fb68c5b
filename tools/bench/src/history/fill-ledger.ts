import { Client } from 'pg';
import * as statements from './statements.ts';

const DAY_MS = 86_400_000;
export const YEAR_MS = 365 * DAY_MS;
/** The last payment has settled before any measurement. */
const BEFORE_NOW_MS = 60_000;
const REPLIES_DAYS = 7;
/** One for each processor of a typical machine. */
const WORKERS = 2;
const CHUNKS = 100;

export interface History {
  /** The ledger's database, as superuser. */
  readonly databaseUrl: string;
  readonly transactions: number;
  /** The time span of the transactions, up to now: a year at most. */
  readonly spanMs: number;
  /** Number of days with events. */
  readonly eventsDays: number;
  readonly accounts: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Reports the finished share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Fills an empty ledger with year-old partitions with valid books, as if it had recorded them
 * itself.
 */
export async function fillLedger(history: History): Promise<void> {
  const { transactions, spanMs, eventsDays, accounts, seed, signal, onProgress } = history;
  const pairs = Math.floor(transactions / 2 / accounts) * accounts;
  const endMs = Date.now() - BEFORE_NOW_MS;
  const startMs = endMs - spanMs;
  const books = [pairs, startMs, spanMs, String(seed), accounts];
  const valuesOf = (from: number, to: number) => [from, to, ...books];
  const first = await connect(history);
  try {
    await first.query(statements.ACCOUNTS[0] ?? '');
    await first.query(statements.ACCOUNTS[1] ?? '', [accounts, startMs, String(seed)]);
    await makePartitions(first, endMs - YEAR_MS);

    const chunks = Array.from({ length: CHUNKS }, (_, chunk) =>
      valuesOf(Math.floor((pairs * chunk) / CHUNKS), Math.floor((pairs * (chunk + 1)) / CHUNKS)),
    );
    let done = 0;
    const left = [...chunks].reverse();
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        const client = await connect(history);
        try {
          for (let values = left.pop(); values && !signal.aborted; values = left.pop()) {
            await client.query(statements.TRANSACTIONS, values);
            await client.query(statements.ENTRIES, values);
            done += 1;
            onProgress(done / CHUNKS);
          }
        } finally {
          await client.end();
        }
      }),
    );
    signal.throwIfAborted();
    const since = (days: number) => Math.floor(pairs * Math.max(0, 1 - (days * DAY_MS) / spanMs));
    await first.query(statements.EVENTS, valuesOf(since(eventsDays), pairs));
    await first.query(statements.CURSOR);
    await first.query(statements.REPLIES, valuesOf(since(REPLIES_DAYS), pairs));
    await first.query(statements.BALANCES, valuesOf(pairs - accounts, pairs));
    await first.query('vacuum (analyze)');
  } finally {
    await first.end();
  }
}

async function makePartitions(client: Client, startMs: number): Promise<void> {
  const [drop = '', months = '', days = ''] = statements.PARTITIONS;
  await client.query(drop);
  await client.query(months, [startMs]);
  await client.query(days);
}

async function connect({ databaseUrl, signal }: History): Promise<Client> {
  signal.throwIfAborted();
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  // Data lost in a crash is filled again.
  await client.query(
    `set search_path = ledger; set synchronous_commit = off; set timezone = 'UTC'`,
  );
  return client;
}
