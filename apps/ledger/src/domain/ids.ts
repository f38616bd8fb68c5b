import { randomOfId, timeOfId, type Uuid } from '@florin/contracts';

const MS_MAX = 2 ** 48 - 1;
const RANDOM_BITS = 74n;
const RANDOM_MAX = (1n << RANDOM_BITS) - 1n;
/** The top bit starts at 0, which leaves room to count up within a millisecond. */
const FRESH_MAX = RANDOM_MAX >> 1n;
/** Steps are random too, so that an id does not reveal the next one. */
const STEP_BITS = 32n;

/** One of several shards. */
export interface Place {
  readonly index: number;
  readonly count: number;
}

/** A random number of up to 80 bits. */
export type Random = () => bigint;

/**
 * The UUIDv7 after `last` (RFC 9562, monotonic random, section 6.2 method 2). Created under an
 * account's lock, ids follow the order of that account's commits.
 * @param place the shard of the id, if there are several
 */
export function nextId(last: Uuid | null, nowMs: number, random: Random, place?: Place): Uuid {
  const previous = last === null ? undefined : { ms: timeOfId(last), random: randomOfId(last) };
  if (previous === undefined || nowMs > previous.ms)
    return putTogether(nowMs, inPlace(random() & FRESH_MAX, place));
  const step = 1n + (random() & ((1n << STEP_BITS) - 1n));
  const next = inPlace(previous.random + step * BigInt(place?.count ?? 1), place);
  return next > RANDOM_MAX
    ? putTogether(previous.ms + 1, inPlace(random() & FRESH_MAX, place))
    : putTogether(previous.ms, next);
}

/** The nearest number in this shard, less than `count` away. */
function inPlace(random: bigint, place: Place | undefined): bigint {
  if (place === undefined) return random;
  return random - (random % BigInt(place.count)) + BigInt(place.index);
}

/**
 * The smallest id of an instant, which bounds a range of ids by time. Instants before 1970 or after
 * 10889 give the ids at the edges.
 */
export function firstIdAt(ms: number): Uuid {
  return format(Math.min(Math.max(ms, 0), MS_MAX), 0n, 0n);
}

function putTogether(ms: number, random: bigint): Uuid {
  const high = 0x7000n | (random >> 62n);
  const low = (0b10n << 62n) | (random & ((1n << 62n) - 1n));
  return format(ms, high, low);
}

function format(ms: number, high: bigint, low: bigint): Uuid {
  const time = ms.toString(16).padStart(12, '0');
  const tail = low.toString(16).padStart(16, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${high.toString(16).padStart(4, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
