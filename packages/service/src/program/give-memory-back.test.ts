import { expect, it } from 'vitest';
import { makeIsDue } from './give-memory-back.ts';

const MB = 2 ** 20;
/** Which looks find it due, counted from 0. */
function dueLooks(looks: readonly (readonly [share: number, residentMb: number])[]) {
  const isDue = makeIsDue();
  return looks.flatMap(([share, residentMb], look) =>
    isDue({ share, residentBytes: residentMb * MB }) ? [look] : [],
  );
}

const repeated = (times: number, look: readonly [number, number]) =>
  Array.from({ length: times }, () => look);

it('is due once behind each time of work, the start among them', () => {
  const shares = [0.7, 0.03, 0.01, 0.01, 0.03, 0.01, 0.07, 0.9, 0.03, 0, 0];
  expect(dueLooks(shares.map((share) => [share, 100]))).toEqual([2, 9]);
});

it('is due while there is little to do, once it has grown and five minutes are over', () => {
  const afterStart = [...repeated(2, [0.01, 100]), ...repeated(40, [0.04, 149])] as const;
  // At rest behind the start at 0; 149 MB are 49 more than there were behind that.
  expect(dueLooks(afterStart)).toEqual([0, 30]);
  // What is left then is what it is compared with.
  expect(dueLooks([...afterStart, ...repeated(40, [0.04, 149])])).toEqual([0, 30]);
  expect(dueLooks([...afterStart, ...repeated(40, [0.04, 198])])).toEqual([0, 30, 60]);
});

it('is not due while it works, however much it has grown', () => {
  expect(dueLooks([...repeated(2, [0.01, 100]), ...repeated(100, [0.2, 400])])).toEqual([0]);
});
