import { z } from 'zod';
import type { Load } from './drive.ts';
import { anchorOf, isSteady, type Reading, type Round } from './rounds.ts';
import { type PartName, partNames, type Row } from './row.ts';
import { type RowId, rows } from './rows.ts';
import { soakSchema } from './soak/results.ts';
import { median } from './statistics.ts';

const figureSchema = z.object({
  /** In the row's unit, one of each round that counts. */
  values: z.array(z.number()),
  /** Medians of the load that the values come from; null where there is none. */
  per_second: z.number().nullable(),
  p50_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
  /** What was not answered as it should be, over all rounds. */
  errors: z.record(z.string(), z.number()),
});

const statementSchema = z.object({
  /** The service that has sent it. */
  sender: z.string(),
  text: z.string(),
  /** Of one request: how often, and how long from its start to its end in microseconds. */
  calls: z.number(),
  us: z.number(),
});

const partSchema = z.object({
  measured_at: z.string(),
  commit: z.string().nullable(),
  machine: z.object({
    cpu: z.string(),
    cores: z.number(),
    memory_gib: z.number(),
    kernel: z.string(),
  }),
  versions: z.record(z.string(), z.string()),
  settings: z.object({
    seconds: z.number(),
    seed: z.number(),
    scale: z.number(),
    history: z.number(),
  }),
  /** Rounds that count, and those left out because the machine was not steady. */
  rounds: z.number(),
  dropped: z.number(),
  /** Transactions a second. */
  anchors: z.array(z.number()),
  /** Of the processors' time over all rounds, what the host gave to others; null where nothing tells. */
  stolen_percent: z.number().nullable().default(null),
  figures: z.record(z.string(), figureSchema),
  /** Of the last round, the dearest first. */
  statements: z.array(statementSchema).default([]),
});

export const resultsSchema = z.object({
  parts: z.partialRecord(z.enum(partNames), partSchema),
  soak: soakSchema.optional(),
});

export type Figure = z.output<typeof figureSchema>;
export type StatementCost = z.output<typeof statementSchema>;
export type PartResult = z.output<typeof partSchema>;
export type Results = z.output<typeof resultsSchema>;

/** What the rounds of a part come to. Rounds on an unsteady machine are left out. */
export function summarise(
  measured: readonly Round[],
): Pick<PartResult, 'rounds' | 'dropped' | 'anchors' | 'figures'> {
  const steady = measured.filter(isSteady);
  const figures: Record<string, Figure> = {};
  for (const row of rows) {
    if (measured.some(({ readings }) => readings[row.id] !== undefined))
      figures[row.id] = toFigure(row, measured, steady);
  }
  return {
    rounds: steady.length,
    dropped: measured.length - steady.length,
    anchors: measured.map((round) => roundTo(anchorOf(round), 1)),
    figures,
  };
}

function toFigure(
  row: Row & { readonly id: RowId },
  measured: readonly Round[],
  steady: readonly Round[],
): Figure {
  const values = steady.flatMap((round) => {
    const reading = round.readings[row.id];
    if (reading === undefined) return [];
    return [roundTo(row.unit === 'A' ? reading.value / anchorOf(round) : reading.value, 3)];
  });
  const loads = steady.flatMap(({ readings }) => readings[row.id]?.load ?? []);
  const middle = (values: readonly number[]) =>
    values.length === 0 ? null : roundTo(median(values), 2);
  return {
    values,
    per_second: middle(loads.map(({ perSecond }) => perSecond)),
    p50_ms: middle(loads.map(({ p50 }) => p50)),
    p99_ms: middle(loads.map(({ p99 }) => p99)),
    errors: sumErrors(measured.flatMap(({ readings }) => errorsOf(readings[row.id]))),
  };
}

function errorsOf(reading: Reading | undefined): readonly Load['errors'][] {
  const { load, against = [] } = reading ?? {};
  return [...(load ? [load] : []), ...against].map(({ errors }) => errors);
}

function sumErrors(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const errors of all)
    for (const [name, count] of Object.entries(errors)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/**
 * A run of some parts leaves the others as they were, and one in which the machine was never steady
 * leaves everything as it was.
 */
export function withPart(results: Results, name: PartName, part: PartResult): Results {
  if (part.rounds === 0 && results.parts[name] !== undefined) return results;
  return { ...results, parts: { ...results.parts, [name]: part } };
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
