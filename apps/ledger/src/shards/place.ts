import type { Uuid } from '@florin/contracts';
import { nextId, type Place } from '../domain/ids.ts';

/** The first id of a shard: no account has an id from 1970. */
export function firstIdOf(place: Place): Uuid {
  return nextId(null, 0, () => 0n, place);
}

/** The first 31 bits of a token encode its shard, which costs as many random bits as shards need. */
const TOKEN_BITS_MASK = 0x7fff_ffff;
/** Base64url characters that cover four bytes. */
const TOKEN_HEAD = 8;

export function shardOfToken(token: string, count: number): number {
  return Buffer.from(token.slice(0, TOKEN_HEAD), 'base64url').readUInt32BE(0) % count;
}

/** Marks random bytes as a token of a shard. */
export function markToken(bytes: Buffer, { index, count }: Place): Buffer {
  const head = bytes.readUInt32BE(0) & TOKEN_BITS_MASK;
  bytes.writeUInt32BE(head - (head % count) + index, 0);
  return bytes;
}
