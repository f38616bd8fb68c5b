import { describe, expect, it } from 'vitest';
import { makeCommandQueue } from './queue.ts';

const accountOf = (item: string) => item.slice(0, 1);

/** A line of items such as `a1`: the first letter is the account. */
function queueOf(items: readonly string[], limits = { batchMax: 8, queueMax: 1_000 }) {
  const line = makeCommandQueue<string>(limits);
  for (const item of items) line.push(accountOf(item), item);
  return line;
}

describe('the waiting line', () => {
  it('gives what came first first, up to a batch', () => {
    const line = queueOf(['a1', 'b1', 'c1'], { batchMax: 2, queueMax: 1_000 });
    expect(line.take()).toEqual(['a1', 'b1']);
    expect(line.size).toBe(1);
    expect(line.take()).toEqual(['c1']);
    expect(line.take()).toEqual([]);
  });

  it('lets an account that is alone fill the batch', () => {
    const items = Array.from({ length: 9 }, (_, index) => `a${index}`);
    expect(queueOf(items).take()).toEqual(items.slice(0, 8));
  });

  it('gives each account its share before anybody gets more, in its own order', () => {
    const line = queueOf(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1']);
    expect(line.take()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3', 'a4', 'a5']);
  });

  it('serves those first who were not served', () => {
    const line = queueOf(['a1', 'a2', 'b1', 'c1'], { batchMax: 1, queueMax: 1_000 });
    const taken: string[] = [];
    for (let batch = line.take(); batch.length > 0; batch = line.take()) {
      taken.push(...batch);
      line.release(batch.map(accountOf));
    }
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('passes over accounts of batches in flight, until they are done', () => {
    const line = queueOf(['a1', 'b1']);
    const first = line.take();
    for (const item of ['a2', 'c1']) line.push(accountOf(item), item);
    expect(line.take()).toEqual(['c1']);
    expect(line.take()).toEqual([]);
    line.release(first.map(accountOf));
    expect(line.take()).toEqual(['a2']);
  });

  it('leaves places for others to whoever floods it', () => {
    const line = queueOf([], { batchMax: 8, queueMax: 100 });
    const flood = Array.from({ length: 100 }, (_, index) => line.push('a', `a${index}`));
    expect(flood.filter((isTaken) => isTaken)).toHaveLength(50);
    expect(line.push('b', 'b1')).toBe(true);
    expect(line.push('a', 'a100')).toBe(false);
    const others = Array.from({ length: 100 }, (_, index) => line.push(`other ${index}`, 'x'));
    expect(others.filter((isTaken) => isTaken)).toHaveLength(49);
    expect(line.size).toBe(100);
  });
});
