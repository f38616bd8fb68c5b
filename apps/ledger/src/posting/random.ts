import { randomFillSync } from 'node:crypto';
import type { Random } from './ids.ts';

const BYTES = 10;
const NUMBERS = 400;

/** Random numbers of 80 bits. Asks the system for many at once: one by one it costs more than all else of an id. */
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
