import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
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

/** A UUID in its lower-case text form: what ids are inside Florin. Outside they are TypeIDs. */
export type Uuid = string;

const RANDOM_BYTES = 16;
const random = Buffer.alloc(RANDOM_BYTES * 256);
let randomUsed = random.length;

/** Asks the system for many at once: for each id alone it costs more than all else of it. */
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
 * A new UUIDv7 (RFC 9562), for everything but ledger rows, whose ids are made under a lock. Those of
 * one process go up: within a millisecond they count (section 6.2, method 1).
 */
export function newId(): Uuid {
  const bytes = takeRandom();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // The library's own: 31 bits, so that there is room to count up.
    sequence = bytes.readUInt32BE(6) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ random: bytes, msecs: lastMs, seq: sequence });
}

/** The instant inside a UUIDv7 (RFC 9562), in milliseconds since 1970: its first 48 bits. */
export function timeOfId(id: Uuid): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** What is random in a UUIDv7: 74 bits. */
export function randomOfId(id: Uuid): bigint {
  const high = BigInt(`0x${id.slice(15, 18)}`);
  const low = BigInt(`0x${id.slice(19, 23)}${id.slice(24)}`) & ((1n << 62n) - 1n);
  return (high << 62n) | low;
}

/** Among so many the ledger's accounts may be parted. */
export const SHARDS_MAX = 256;

/**
 * The shard of an id, where the ledger has several: of an account by what is random in it, so that accounts
 * spread evenly; of all else because it was made so, to be found by its id alone. It never changes: shards
 * move, accounts do not.
 */
export function shardOf(id: Uuid, count: number): number {
  return Number(randomOfId(id) % BigInt(count));
}

/** `acc_01j…` for the account with this UUID. */
export function toPublicId(kind: IdKind, id: Uuid): string {
  const digits = encodeUuid(id);
  if (digits === undefined) throw new Error(`${id} is no UUID`);
  return `${idPrefixes[kind]}_${digits}`;
}

// Ids have one spelling only: the library alone would also take upper case.
const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const SHAPE = new RegExp(`^[a-z]{2,3}_${SUFFIX}$`);

/** The pattern of JSON Schema that public ids of a kind match. */
export function idPatternOf(kind: IdKind): string {
  return `^${idPrefixes[kind]}_${SUFFIX}$`;
}

/** Whether a text has the shape of a public id of any kind. */
export function isPublicId(text: string): boolean {
  return SHAPE.test(text);
}

/** The UUID inside a public id of whichever kind; undefined when the text is none. */
export function parseAnyPublicId(text: string): Uuid | undefined {
  const kind = (Object.keys(idPrefixes) as IdKind[]).find((each) =>
    text.startsWith(`${idPrefixes[each]}_`),
  );
  return kind && parsePublicId(kind, text);
}

/** The UUID inside a public id; undefined when the text is no id of this kind. */
export function parsePublicId(kind: IdKind, text: string): Uuid | undefined {
  const prefix = idPrefixes[kind];
  if (!text.startsWith(prefix) || text[prefix.length] !== '_') return undefined;
  return decodeUuid(text, prefix.length + 1);
}
