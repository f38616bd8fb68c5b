import { expect, it } from 'vitest';
import { mapAtMost } from './at-most.ts';

it('processes all items, at most eight at a time, and keeps their order', async () => {
  let working = 0;
  let most = 0;
  const items = Array.from({ length: 30 }, (_, index) => index);
  const results = await mapAtMost(8, items, async (item) => {
    working += 1;
    most = Math.max(most, working);
    await new Promise((resolve) => setTimeout(resolve, (item * 7) % 5));
    working -= 1;
    return item * 2;
  });
  expect(results).toEqual(items.map((item) => item * 2));
  expect(most).toBe(8);
});
