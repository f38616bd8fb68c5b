import { z } from 'zod';
import type { Load } from './drive.ts';
import { anchorOf, isSteady, type Reading, type Round } from './rounds.ts';
import { type PartName, partNames, type Row } from './row.ts';
import { type RowId, rows } from './rows.ts';
import { soakSchema } from './soak/results.ts';
import { median } from './statistics.ts';

const figureSchema = z.object({
  /** In the row's unit, one for each round that counts. */
  values: z.array(z.number()),
  /** Medians of the load behind the values; null without one. */
  per_second: z.number().nullable(),
  p50_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
  /** Unexpected answers over all rounds. */
  errors: z.record(z.string(), z.number()),
});

const statementSchema = z.object({
  /** The service that sent it. */
  sender: z.string(),
  text: z.string(),
  /** For one request: number of calls, and total time in microseconds. */
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
  /** Rounds that count, and those discarded on an unsteady machine. */
  rounds: z.number(),
  dropped: z.number(),
  /** Transactions a second. */
  anchors: z.array(z.number()),
  /** Share of processor time over all rounds that the host gave to others; null if unknown. */
  stolen_percent: z.number().nullable().default(null),
  figures: z.record(z.string(), figureSchema),
  /** Statements of the last round, the most expensive first. */
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

/** Summary of a part's rounds. Rounds on an unsteady machine are discarded. */
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

/** Replaces the results of this part alone, and only if some round counts. */
export function withPart(results: Results, name: PartName, part: PartResult): Results {
  if (part.rounds === 0 && results.parts[name] !== undefined) return results;
  return { ...results, parts: { ...results.parts, [name]: part } };
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
