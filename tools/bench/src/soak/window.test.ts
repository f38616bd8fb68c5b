import { expect, it } from 'vitest';
import { makeWindows } from './window.ts';

it('returns the results since the previous call', () => {
  const windows = makeWindows();
  for (let ms = 1; ms <= 100; ms += 1) windows.answered('read', ms);
  windows.answered('write', 7);
  windows.answered('other', 900);
  windows.failed('503 unavailable');
  windows.failed('503 unavailable');
  windows.leftOut();
  expect(windows.take()).toEqual({
    reads: { count: 100, p50: 51, p99: 100 },
    writes: { count: 1, p50: 7, p99: 7 },
    errors: { '503 unavailable': 2 },
    unsent: 1,
  });
  const none = { count: 0, p50: 0, p99: 0 };
  expect(windows.take()).toEqual({ reads: none, writes: none, errors: {}, unsent: 0 });
});

it('limits the number of kinds of errors', () => {
  const windows = makeWindows();
  for (let kind = 0; kind < 60; kind += 1) windows.failed(`kind ${kind}`);
  const { errors } = windows.take();
  expect(Object.keys(errors)).toHaveLength(51);
  expect(errors.others).toBe(10);
});
