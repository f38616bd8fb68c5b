import { randomFillSync } from 'node:crypto';
import type { Random } from '../domain/ids.ts';

const BYTES = 10;
const NUMBERS = 400;

/**
 * Random numbers of 80 bits. Fetches many at once, because single calls dominate the cost of an id.
 */
export function makeRandom(): Random {
  const pool = Buffer.alloc(BYTES * NUMBERS);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    const high = BigInt(pool.readUIntBE(next, 4));
    const low = BigInt(pool.readUIntBE(next + 4, 6));
    next += BYTES;
    return (high << 48n) | low;
  };
}
