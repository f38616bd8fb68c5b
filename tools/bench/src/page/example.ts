import type { Figure, PartResult } from '../results.ts';
import { nothingLost, samplesOf } from '../soak/example.ts';
import { judge } from '../soak/judge.ts';
import { coursesOf, type SoakResult } from '../soak/results.ts';

/** The result of a part. */
export function partOf(differences: Partial<PartResult>): PartResult {
  return {
    measured_at: '2026-01-31T12:34:56.000Z',
    commit: '0123456789abcdef',
    machine: { cpu: 'A Processor', cores: 2, memory_gib: 8, kernel: 'linux 6.1' },
    versions: { node: '24.0.0', postgres: '18.0' },
    settings: { seconds: 7, seed: 1, scale: 50, history: 10_000_000 },
    rounds: 5,
    dropped: 0,
    anchors: [900, 1000, 1100],
    stolen_percent: null,
    figures: {},
    statements: [],
    ...differences,
  };
}

export function figureOf(values: readonly number[], differences: Partial<Figure> = {}): Figure {
  return {
    values: [...values],
    per_second: null,
    p50_ms: null,
    p99_ms: null,
    errors: {},
    ...differences,
  };
}

/** A long run without problems. */
export function soakOf(differences: Partial<SoakResult> = {}): SoakResult {
  const { measured_at, commit, machine, versions } = partOf({});
  const samples = samplesOf((atSeconds) => ({
    busyPercent: atSeconds / 30,
    unsent: atSeconds === 50 ? 3 : 0,
  }));
  const verdicts = judge({ samples, apps: ['ledger'], autovacuumNapSeconds: 60, ...nothingLost });
  return {
    ...{ measured_at, commit, machine, versions },
    settings: { minutes: 30, rate: 400, seed: 1 },
    verdicts: [...verdicts],
    courses: coursesOf(samples, ['ledger']),
    errors: {},
    ...differences,
  };
}
