import { expect, it } from 'vitest';
import { makeIsDue } from './return-memory.ts';

const MB = 2 ** 20;
/** Indexes of the looks that find it due, from 0. */
function dueLooks(looks: readonly (readonly [share: number, residentMb: number])[]) {
  const isDue = makeIsDue();
  return looks.flatMap(([share, residentMb], look) =>
    isDue({ share, residentBytes: residentMb * MB }) ? [look] : [],
  );
}

const repeated = (times: number, look: readonly [number, number]) =>
  Array.from({ length: times }, () => look);

it('is due once after each busy period, including the start', () => {
  const shares = [0.7, 0.03, 0.01, 0.01, 0.03, 0.01, 0.07, 0.9, 0.03, 0, 0];
  expect(dueLooks(shares.map((share) => [share, 100]))).toEqual([2, 9]);
});

it('is due in a quiet process that has grown, every five minutes', () => {
  const afterStart = [...repeated(2, [0.01, 100]), ...repeated(40, [0.04, 149])] as const;
  // Idle at 0, after the start. 149 MB is 49 MB more than after that collection.
  expect(dueLooks(afterStart)).toEqual([0, 30]);
  // The remaining memory is the new baseline.
  expect(dueLooks([...afterStart, ...repeated(40, [0.04, 149])])).toEqual([0, 30]);
  expect(dueLooks([...afterStart, ...repeated(40, [0.04, 198])])).toEqual([0, 30, 60]);
});

it('is never due in a busy process, however much it has grown', () => {
  expect(dueLooks([...repeated(2, [0.01, 100]), ...repeated(100, [0.2, 400])])).toEqual([0]);
});
