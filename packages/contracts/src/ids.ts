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

/** `acc_01j…` for the account with this UUID. */
export function toPublicId(kind: IdKind, id: Uuid): string {
  return TypeID.fromUUID(idPrefixes[kind], id).toString();
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
