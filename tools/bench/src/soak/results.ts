import { z } from 'zod';
import { median } from '../statistics.ts';
import { soakUnits } from './judge.ts';
import type { Sample } from './sample.ts';
import { thirdsOf } from './trend.ts';

const verdictSchema = z.object({
  what: z.string(),
  found: z.number(),
  must: z.number(),
  unit: z.enum(soakUnits),
  is_within: z.boolean(),
  note: z.string(),
});

const courseSchema = z.object({
  what: z.string(),
  unit: z.string(),
  /** Medians of each third of the run. */
  thirds: z.array(z.number()),
});

export const soakSchema = z.object({
  measured_at: z.string(),
  commit: z.string().nullable(),
  machine: z.object({
    cpu: z.string(),
    cores: z.number(),
    memory_gib: z.number(),
    kernel: z.string(),
  }),
  versions: z.record(z.string(), z.string()),
  settings: z.object({ minutes: z.number(), rate: z.number(), seed: z.number() }),
  verdicts: z.array(verdictSchema),
  courses: z.array(courseSchema),
  /** Unexpected answers over the whole run. */
  errors: z.record(z.string(), z.number()),
});

export type SoakResult = z.output<typeof soakSchema>;
type Course = SoakResult['courses'][number];

const BYTES_PER_MB = 1_000_000;

/** Curves of all samples. */
export function coursesOf(samples: readonly Sample[], apps: readonly string[]): Course[] {
  const { first, second, last } = thirdsOf(samples);
  const course = (what: string, unit: string, of: (sample: Sample) => number): Course => ({
    what,
    unit,
    thirds: [first, second, last].map((third) => Number(median(third.map(of)).toFixed(2))),
  });
  const processes = [...apps, 'nats'];
  return [
    course('reads, p50', 'ms', ({ reads }) => reads.p50),
    course('reads, p99', 'ms', ({ reads }) => reads.p99),
    course('writes, p50', 'ms', ({ writes }) => writes.p50),
    course('writes, p99', 'ms', ({ writes }) => writes.p99),
    course('all processors of the machine', '%', ({ busyPercent }) => busyPercent),
    course('other programs, not Florin', '%', ({ othersPercent }) => othersPercent),
    course('Postgres, of one processor', '%', ({ postgresPercent }) => postgresPercent),
    ...processes.map((name) =>
      course(`${name}, of one processor`, '%', (sample) => of(sample, name)?.processorPercent ?? 0),
    ),
    ...processes.map((name) =>
      course(`memory of ${name}`, 'MB', (sample) => of(sample, name)?.residentMb ?? 0),
    ),
    ...apps.map((name) =>
      course(`heap of ${name}`, 'MB', (sample) => of(sample, name)?.heapMb ?? 0),
    ),
    course('events behind the cursors', '', ({ backlog }) => backlog.outbox),
    course('messages not handled', '', ({ backlog }) => backlog.consumers),
    course('webhooks to be delivered', '', ({ backlog }) => backlog.deliveries),
    ...Object.keys(samples[0]?.database.bytes ?? {}).map((schema) =>
      course(`schema ${schema}`, 'MB', ({ database }) => toMb(database.bytes[schema] ?? 0)),
    ),
    course('WAL written', 'MB', ({ database }) => toMb(database.walBytes)),
    course('streams of NATS', 'MB', ({ natsBytes }) => toMb(natsBytes)),
    course('data folder', 'MB', ({ diskBytes }) => toMb(diskBytes)),
  ];
}

export function sumErrors(samples: readonly Pick<Sample, 'errors'>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { errors } of samples)
    for (const [name, count] of Object.entries(errors)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

function of({ processes }: Sample, name: string) {
  return processes[name];
}

function toMb(bytes: number): number {
  return bytes / BYTES_PER_MB;
}
