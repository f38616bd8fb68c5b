import type { Results } from '../results.ts';
import { type RowId, rows } from '../rows.ts';
import { median } from '../statistics.ts';
import { table } from './table.ts';

/** Utilization limit: above it, queues grow faster than throughput. */
const BUSY = 0.6;
/** A common size of cloud and rented servers. */
const CORES_PER_MACHINE = 16;
const SECONDS_PER_DAY = 86_400;
const RATES = [1_000, 10_000, 100_000];
const ACCOUNTS = [1_000_000, 1_000_000_000];

/** Processes and their CPU rows; a Node process uses one core at most. */
const TAKERS: readonly (readonly [row: RowId, name: string])[] = [
  ['cost-gateway', 'gateway'],
  ['cost-ledger', 'ledger'],
  ['cost-webhooks', 'webhooks'],
  ['cost-nats', 'NATS'],
  ['cost-postgres-ledger', 'Postgres of the ledger'],
  ['cost-postgres-webhooks', 'Postgres of webhooks'],
];

const KEPT: readonly (readonly [verdict: string, name: string])[] = [
  ['the database per recorded transaction, growth', 'Postgres, with entries and events'],
  ['WAL per recorded transaction, growth', 'WAL, while it is retained'],
  ['NATS per recorded transaction, growth', 'NATS, until all consumers have handled the events'],
];

/**
 * The CPU and disk that a load needs: measurements of one machine, multiplied.
 * @returns undefined if a measurement is missing
 */
export function renderCapacity(results: Results): string | undefined {
  const takers = TAKERS.map(([row, name]) => ({ name, us: medianOf(results, row) }));
  const kept = KEPT.map(([what, name]) => ({ name, bytes: bytesOf(results, what) }));
  const account = medianOf(results, 'object-account');
  const subscription = medianOf(results, 'object-subscription');
  const known = [...takers.map(({ us }) => us), ...kept.map(({ bytes }) => bytes)];
  if ([...known, account, subscription].includes(undefined)) return undefined;
  const totalUs = takers.reduce((sum, { us = 0 }) => sum + us, 0);
  return [
    INTRODUCTION,
    '## CPU\n',
    table(
      ['for `POST /v1/transactions`', 'µs a request', ...RATES.map((rate) => `${count(rate)}/s`)],
      [
        ...takers.map(({ name, us = 0 }) => [
          name,
          us.toFixed(0),
          ...RATES.map((rate) => cores(coresFor(us, rate))),
        ]),
        [
          `machines of ${CORES_PER_MACHINE} cores`,
          totalUs.toFixed(0),
          ...RATES.map((rate) => count(Math.ceil(coresFor(totalUs, rate) / CORES_PER_MACHINE))),
        ],
      ],
    ),
    PROCESSORS,
    '## Disks\n',
    table(
      ['per transaction', 'bytes', ...RATES.map((rate) => `a day at ${count(rate)}/s`)],
      kept.map(({ name, bytes = 0 }) => [
        name,
        count(bytes),
        ...RATES.map((rate) => size(bytes * rate * SECONDS_PER_DAY)),
      ]),
    ),
    table(
      ['stored', 'bytes each', ...ACCOUNTS.map(count)],
      [
        ['accounts, each with an owner, a session and a transaction', account ?? 0] as const,
        ['subscriptions, before their first invoice', subscription ?? 0] as const,
      ].map(([name, bytes]) => [name, count(bytes), ...ACCOUNTS.map((many) => size(bytes * many))]),
    ),
    LIMITS,
  ].join('\n');
}

function medianOf({ parts }: Results, id: RowId): number | undefined {
  const row = rows.find((one) => one.id === id);
  const values = row && parts[row.part]?.figures[id]?.values;
  return values === undefined || values.length === 0 ? undefined : median(values);
}

/** The note of a verdict ends with the value of the last third: `6263 → 6317 bytes`. */
function bytesOf({ soak }: Results, what: string): number | undefined {
  const note = soak?.verdicts.find((verdict) => verdict.what === what)?.note;
  const [, bytes] = /→ (\d+) bytes/.exec(note ?? '') ?? [];
  return bytes === undefined ? undefined : Number(bytes);
}

const coresFor = (us: number, rate: number) => (us * rate) / 1e6 / BUSY;
const cores = (value: number) => (value < 10 ? value.toFixed(1) : count(value));
const count = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ');

function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1000 ** power).toPrecision(3)} ${units[power]}`;
}

const INTRODUCTION = `# Capacity

Written by \`npm run bench\` from the [benchmarks](benchmarks.md) in \`docs/benchmarks.json\`; manual changes are lost. The figures of one
machine are multiplied, nothing more. Use them to size a trial system, and the trial to size production.
`;

const PROCESSORS = `In cores of the measured machine, each ${BUSY * 100} % busy. A process of gateway, ledger or webhooks uses one core at most: start as many
processes as there are cores in its row, and one more for each that may fail. Reads, renewals, mail and the console come on top. To compare your
CPU with the measured one, run \`npm run bench -- --only cost\`.
`;

const LIMITS = `## Limits

- **One Postgres** serves the ledger until its CPU or the latency of its disk is the limit. Then give the ledger its own Postgres, which was
  tested, or several, [sharded by account](operating/shards.md), which was not.
- **History:** with 10⁷ stored transactions, writes are slower by the factor in [row 8](benchmarks.md).
- **One account** is processed sequentially: row 3 of the benchmarks is its maximum rate, however many machines there are.
- **Connections:** Postgres allows \`max_connections\`. The processes open [this many](operating/postgres.md#connections).
- **Copies:** bytes exclude replicas and backups. Each standby stores all of it again, and an archive stores the WAL.
`;
