import { describe, expect, it } from 'vitest';
import { batchOf, calibrate, speedUpOf, usOf } from './cost-model.ts';

const cost = { perCommand: 40, perBatch: 1_800 };
const layout = { shardsPerWorker: 1, clientsPerWorker: 48 };

describe('a cost', () => {
  it('is recovered from synthetic measurements', () => {
    const points = [48, 24, 16].map((batch) => ({ batch, us: usOf(cost, batch) }));
    const found = calibrate(points);
    expect(found.perCommand).toBeCloseTo(cost.perCommand);
    expect(found.perBatch).toBeCloseTo(cost.perBatch);
  });

  it('needs batches of different sizes', () => {
    const points = [1, 2].map((us) => ({ batch: 48, us }));
    expect(() => calibrate(points)).toThrow('two sizes');
  });
});

describe('workers', () => {
  it('scale linearly if batches stay as large', () => {
    expect(speedUpOf(cost, { ...layout, workers: 100, processes: 1 })).toBeCloseTo(100);
  });

  it('scale less if every process of the ledger writes to every shard', () => {
    const grown = (workers: number) => speedUpOf(cost, { ...layout, workers, processes: workers });
    expect(grown(1)).toBe(1);
    expect(grown(10)).toBeLessThan(3);
    expect(grown(10)).toBeGreaterThan(1);
  });

  it("have batches of at least one command, and at most the writer's limit", () => {
    expect(batchOf({ ...layout, workers: 100, processes: 100 })).toBe(1);
    expect(batchOf({ ...layout, clientsPerWorker: 1_000, workers: 1, processes: 1 })).toBe(256);
  });
});
