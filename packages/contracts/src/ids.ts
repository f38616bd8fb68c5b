import { randomFillSync } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';

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

/** Crockford's base 32, as TypeIDs have it. */
const DIGITS = [...'0123456789abcdefghjkmnpqrstvwxyz'];
/** All that ten bits can be. */
const PAIRS = DIGITS.flatMap((first) => DIGITS.map((second) => first + second));

/**
 * `acc_01j…` for the account with this UUID. An event has several ids, and the library takes five
 * times as long, since it decodes again what it has encoded.
 */
export function toPublicId(kind: IdKind, id: Uuid): string {
  const hex = id.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new Error(`${id} is no UUID`);
  // 128 bits behind two that are zero: 8 of them are a pair of digits, 20 are two pairs.
  let text = `${idPrefixes[kind]}_${PAIRS[Number.parseInt(hex.slice(0, 2), 16)]}`;
  for (let at = 2; at < hex.length; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16);
    text += `${PAIRS[bits >> 10]}${PAIRS[bits & 1_023]}`;
  }
  return text;
}

// Ids have one spelling only: the library alone would also take upper case.
const SHAPE = /^[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

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
  if (!isPublicId(text)) return undefined;
  if (!text.startsWith(`${idPrefixes[kind]}_`)) return undefined;
  try {
    return TypeID.fromString(text).toUUID();
  } catch {
    // The right shape around 128 bits that are no UUID: their version or variant is none.
    return undefined;
  }
}
