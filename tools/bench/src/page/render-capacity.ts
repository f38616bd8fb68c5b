import type { Results } from '../results.ts';
import { type RowId, rows } from '../rows.ts';
import { median } from '../statistics.ts';
import { table } from './table.ts';

/** Beyond that, what waits grows faster than what is done. */
const BUSY = 0.6;
/** Of a machine as clouds and landlords have them. */
const CORES_PER_MACHINE = 16;
const SECONDS_PER_DAY = 86_400;
const RATES = [1_000, 10_000, 100_000];
const ACCOUNTS = [1_000_000, 1_000_000_000];

/** What each request takes of whom; a process of Node is one core at most. */
const TAKERS: readonly (readonly [row: RowId, name: string])[] = [
  ['cost-gateway', 'gateway'],
  ['cost-ledger', 'ledger'],
  ['cost-webhooks', 'webhooks'],
  ['cost-nats', 'NATS'],
  ['cost-postgres-ledger', 'Postgres of the ledger'],
  ['cost-postgres-webhooks', 'Postgres of webhooks'],
];

const KEPT: readonly (readonly [verdict: string, name: string])[] = [
  ['the database per recorded transaction, growth', 'Postgres, with its entries and events'],
  ['WAL per recorded transaction, growth', 'WAL, as long as it is kept'],
  ['NATS per recorded transaction, growth', 'NATS, until all consumers have handled it'],
];

/**
 * What a load takes, in machines and disks: what was measured on one machine, times how often.
 * @returns undefined while what it is made of was not measured
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
    '## Processors\n',
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
      ['of a transaction', 'bytes', ...RATES.map((rate) => `a day at ${count(rate)}/s`)],
      kept.map(({ name, bytes = 0 }) => [
        name,
        count(bytes),
        ...RATES.map((rate) => size(bytes * rate * SECONDS_PER_DAY)),
      ]),
    ),
    table(
      ['at rest', 'bytes each', ...ACCOUNTS.map(count)],
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

/** A verdict's note says what it was in the last third: `6263 → 6317 bytes`. */
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

Written by \`npm run bench\` from [what was measured](benchmarks.md), which stands in \`docs/benchmarks.json\`; changes by hand are
lost. What a machine does is multiplied, no more: it says what to order for a trial, and the trial says what you need.
`;

const PROCESSORS = `In cores of the machine that was measured, each ${BUSY * 100} % busy. A gateway, a ledger and a webhooks are processes that take
one core at most: start as many as there are cores here, and one more for each that may fail. Reads, renewals, mail and the
console come on top. What a core of yours does against one of that machine, \`npm run bench -- --only cost\` tells.
`;

const LIMITS = `## Where this bends

- One Postgres takes the writes of the ledger until its cores, or the latency of its disk, are used up: the ledger then goes to a Postgres
  of its own ([operations](operations.md)), which was run, and beyond that to several, by account, which was not.
- History costs: with 10⁷ transactions kept, writes are as much slower as [row 8](benchmarks.md) says.
- One account is one lane: what a single account may do a second is row 3 of the benchmarks, however many machines there are.
- Postgres takes \`max_connections\` connections: [how many the processes open](operations.md#connections).
- Bytes are without replicas and backups: each standby keeps all of it again, and an archive the WAL.
`;
