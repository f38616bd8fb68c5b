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
  subscription: 'sub',
  customer: 'cus',
  invoice: 'inv',
  creditEntry: 'crd',
  quote: 'quo',
  change: 'chg',
  event: 'evt',
  apiKey: 'key',
  webhookEndpoint: 'we',
  webhookDelivery: 'dlv',
  testClock: 'clk',
} as const;
export type IdKind = keyof typeof idPrefixes;

/** A UUID in its lower-case text form: what ids are inside Florin. Outside they are TypeIDs. */
export type Uuid = string;

/** A new UUIDv7 (RFC 9562), for everything but ledger rows, whose ids are made under a lock. */
export function newId(): Uuid {
  return v7();
}

/** Crockford's base 32, as TypeIDs have it. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * `acc_01j…` for the account with this UUID. An event has several ids, and the library takes five
 * times as long, since it decodes again what it has encoded.
 */
export function toPublicId(kind: IdKind, id: Uuid): string {
  const hex = id.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new Error(`${id} is no UUID`);
  // 128 bits behind two that are zero: 8 of them are two digits, 20 are four.
  let text = `${idPrefixes[kind]}_${toDigits(hex.slice(0, 2), 2)}`;
  for (let at = 2; at < hex.length; at += 5) text += toDigits(hex.slice(at, at + 5), 4);
  return text;
}

function toDigits(hex: string, count: number): string {
  const bits = Number.parseInt(hex, 16);
  let digits = '';
  for (let place = count - 1; place >= 0; place -= 1)
    digits += DIGITS.charAt((bits >> (5 * place)) & 31);
  return digits;
}

// Ids have one spelling only: the library alone would also take upper case.
const SHAPE = /^[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether a text has the shape of a public id of any kind. */
export function isPublicId(text: string): boolean {
  return SHAPE.test(text);
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
