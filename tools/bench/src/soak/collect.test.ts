import { expect, it } from 'vitest';
import { makeCollector } from './collect.ts';
import { sampleOf } from './example.ts';
import { makeWindows } from './window.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const { atSeconds: _, reads: __, writes: ___, errors: ____, unsent: _____, ...seen } = sampleOf(0);

it('has a sample for each window, with the rest of the last one in the previous sample', async () => {
  const readCounts: number[] = [];
  const collector = makeCollector({
    windowMs: 40,
    look: async () => seen,
    onSample: async ({ reads }) => void readCounts.push(reads.count),
    onError: () => undefined,
  });
  const windows = makeWindows();
  await sleep(40);
  windows.answered('read', 1);
  windows.failed('503');
  collector.add(windows.take());
  windows.failed('503');
  windows.leftOut();
  collector.add(windows.take());
  const samples = await collector.finish();
  expect(samples).toHaveLength(1);
  expect(samples[0]).toMatchObject({ ...seen, errors: { '503': 2 }, unsent: 1 });
  expect(readCounts).toEqual([1]);
});

it('reports errors of sampling', async () => {
  const errors: unknown[] = [];
  const collector = makeCollector({
    windowMs: 0,
    look: () => Promise.reject(new Error('gone')),
    onSample: async () => undefined,
    onError: (error) => errors.push(error),
  });
  collector.add(makeWindows().take());
  await expect(collector.finish()).rejects.toThrow('gone');
  expect(errors).toHaveLength(1);
});
