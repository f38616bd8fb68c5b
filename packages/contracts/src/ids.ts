import { randomFillSync } from 'node:crypto';
import { v3, v7 } from 'uuid';
import { decodeUuid, encodeUuid } from './type-id.ts';

/** Prefix of each kind of public id (TypeID, see https://github.com/jetify-com/typeid). */
export const idPrefixes = {
  account: 'acc',
  user: 'usr',
  session: 'ses',
  transaction: 'txn',
  entry: 'ent',
  paymentRequest: 'pay',
  paymentMethod: 'pm',
  refund: 're',
  dispute: 'dp',
  payout: 'po',
  settlementLine: 'sl',
  processorAccount: 'pac',
  bankStatement: 'bst',
  unmatchedMoney: 'unm',
  product: 'prod',
  price: 'price',
  coupon: 'cpn',
  promotionCode: 'promo',
  subscription: 'sub',
  customer: 'cus',
  invoice: 'inv',
  creditNote: 'cn',
  taxRate: 'txr',
  portalSession: 'prt',
  export: 'exp',
  creditEntry: 'crd',
  quote: 'quo',
  change: 'chg',
  event: 'evt',
  emailConfirmation: 'emc',
  mail: 'ml',
  mailSuppression: 'msp',
  membership: 'mbr',
  invitation: 'ivt',
  factor: 'fac',
  apiKey: 'key',
  webhookEndpoint: 'we',
  webhookDelivery: 'dlv',
  testClock: 'clk',
} as const;
export type IdKind = keyof typeof idPrefixes;

/** A UUID in lowercase text form, as used inside Florin. Public ids are TypeIDs. */
export type Uuid = string;

const RANDOM_BYTES = 16;
const random = Buffer.alloc(RANDOM_BYTES * 256);
let randomUsed = random.length;

/** Requests many random bytes at once, because one system call per id dominates its cost. */
function takeRandom(): Buffer {
  if (randomUsed === random.length) {
    randomFillSync(random);
    randomUsed = 0;
  }
  randomUsed += RANDOM_BYTES;
  return random.subarray(randomUsed - RANDOM_BYTES, randomUsed);
}

let lastMs = 0;
let sequence = 0;

/**
 * A new UUIDv7 (RFC 9562). Ids of one process increase: within a millisecond they count (section
 * 6.2, method 1). Ledger rows get their ids under a lock instead.
 */
export function newId(): Uuid {
  const bytes = takeRandom();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // 31 random bits, like the library, which leaves room for counting up.
    sequence = bytes.readUInt32BE(6) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ random: bytes, msecs: lastMs, seq: sequence });
}

/** The UUIDv3 (RFC 9562) of a name: the same id for the same name in a namespace. */
export function namedId(namespace: Uuid, name: string): Uuid {
  return v3(name, namespace);
}

/** The timestamp of a UUIDv7 (RFC 9562) in milliseconds since 1970: its first 48 bits. */
export function timeOfId(id: Uuid): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The random part of a UUIDv7: 74 bits. */
export function randomOfId(id: Uuid): bigint {
  const high = BigInt(`0x${id.slice(15, 18)}`);
  const low = BigInt(`0x${id.slice(19, 23)}${id.slice(24)}`) & ((1n << 62n) - 1n);
  return (high << 62n) | low;
}

/** Maximum number of ledger shards. */
export const SHARDS_MAX = 256;

/**
 * The ledger shard of an id. Accounts spread evenly by their random part; other ids are created
 * for their account's shard. A shard can move to another server, an account stays in its shard.
 */
export function shardOf(id: Uuid, count: number): number {
  return Number(randomOfId(id) % BigInt(count));
}

/** `acc_01j…` for the account with this UUID. */
export function toPublicId(kind: IdKind, id: Uuid): string {
  const digits = encodeUuid(id);
  if (digits === undefined) throw new Error(`${id} is not a UUID`);
  return `${idPrefixes[kind]}_${digits}`;
}

// Ids have one spelling only; the library alone would also accept uppercase.
const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const SHAPE = new RegExp(`^[a-z]{2,5}_${SUFFIX}$`);

/** The JSON Schema pattern of public ids of a kind. */
export function idPatternOf(kind: IdKind): string {
  return `^${idPrefixes[kind]}_${SUFFIX}$`;
}

/** Whether a text looks like a public id of any kind. */
export function isPublicId(text: string): boolean {
  return SHAPE.test(text);
}

/** The UUID of a public id of any kind; undefined if the text is not one. */
export function parseAnyPublicId(text: string): Uuid | undefined {
  const kind = (Object.keys(idPrefixes) as IdKind[]).find((each) =>
    text.startsWith(`${idPrefixes[each]}_`),
  );
  return kind && parsePublicId(kind, text);
}

/** The UUID of a public id; undefined if the text is not an id of this kind. */
export function parsePublicId(kind: IdKind, text: string): Uuid | undefined {
  const prefix = idPrefixes[kind];
  if (!text.startsWith(prefix) || text[prefix.length] !== '_') return undefined;
  return decodeUuid(text, prefix.length + 1);
}
