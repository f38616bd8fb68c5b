import type { Uuid } from '@florin/contracts';
import { nextId, type Place } from '../posting/ids.ts';

/** The first id of a shard: no account has one of 1970. */
export function firstIdOf(place: Place): Uuid {
  return nextId(null, 0, () => 0n, place);
}

/** The first bytes of a token say its shard: 31 bits, of which as many are lost as shards need. */
const TOKEN_BITS_MASK = 0x7fff_ffff;
/** Of base64url, for four bytes and a little more. */
const TOKEN_HEAD = 8;

export function shardOfToken(token: string, count: number): number {
  return Buffer.from(token.slice(0, TOKEN_HEAD), 'base64url').readUInt32BE(0) % count;
}

/** Random bytes of a token that is to be found in a shard. */
export function markToken(bytes: Buffer, { index, count }: Place): Buffer {
  const head = bytes.readUInt32BE(0) & TOKEN_BITS_MASK;
  bytes.writeUInt32BE(head - (head % count) + index, 0);
  return bytes;
}
