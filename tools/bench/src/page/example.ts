import type { Figure, PartResult } from '../results.ts';

/** A part as a run might leave it. */
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
