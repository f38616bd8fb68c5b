import {
  type EventType,
  type PaymentMethodResource,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { CardSummary, Merchant, SavedMethod } from '../contract/model.ts';

/** What a customer of an account can be charged by again. Instants are milliseconds since 1970. */
export interface PaymentMethod {
  readonly id: Uuid;
  readonly version: bigint;
  readonly accountId: Uuid;
  readonly merchant: Merchant;
  /** The public id of the customer, as whoever asked for the payment that saved it named them. */
  readonly customer: string;
  readonly processor: string;
  readonly livemode: boolean;
  readonly method: SavedMethod;
  /** What the customer was told when they allowed it. */
  readonly mandate: string | null;
  readonly isDefault: boolean;
  /** Disputes for which it is not charged automatically: those that are not won and on which no one has decided. */
  readonly disputedBy: readonly Uuid[];
  /** When it is to be told that it expires soon; null once it was, and where it never does. */
  readonly warnAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** It is never charged again; null while it may be. */
  readonly removedAt: number | null;
}

/** One step of what happens to the methods of a customer; undefined before it was saved. */
export interface Change {
  readonly before: PaymentMethod | undefined;
  readonly after: PaymentMethod;
}

/** What is saved, of what its customer has saved so far. */
export type NewMethod = Pick<
  PaymentMethod,
  'id' | 'merchant' | 'customer' | 'processor' | 'livemode' | 'method' | 'mandate'
>;

const DAY_MS = 86_400_000;
/** So long before a card expires its customer can still be asked for another one. */
const WARNED_BEFORE_MS = 30 * DAY_MS;

/** A customer has paid by it: it is their default from now on, and a dispute no longer stops charges of it. */
export function save(
  all: readonly PaymentMethod[],
  saved: NewMethod,
  now: number,
): readonly Change[] {
  const isSame = ({ processor, method }: PaymentMethod) =>
    processor === saved.processor && method.reference === saved.method.reference;
  const before = all.find(isSame);
  const known = before ?? { ...saved, version: 0n, createdAt: now };
  const after: PaymentMethod = {
    ...known,
    ...saved,
    id: known.id,
    accountId: saved.merchant.accountId,
    version: known.version + 1n,
    isDefault: true,
    disputedBy: [],
    warnAt: warnAt(saved.method.card),
    updatedAt: now,
    removedAt: null,
  };
  return [...demote(all, after.id, now), { before, after }];
}

/** Renewals of its customer are charged by it from now on. Nothing changes where they are. */
export function makeDefault(
  all: readonly PaymentMethod[],
  id: Uuid,
  now: number,
): readonly Change[] {
  const before = find(all, id);
  if (!before || before.isDefault) return [];
  return [...demote(all, id, now), { before, after: next(before, { isDefault: true }, now) }];
}

/** It is never charged again; where it was the default, what was saved last before it is. */
export function remove(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before) return [];
  const change = { isDefault: false, disputedBy: [], warnAt: null, removedAt: now };
  const removal = { before, after: next(before, change, now) };
  const heir = before.isDefault ? all.findLast((it) => it.id !== id && isUsable(it)) : undefined;
  return heir
    ? [removal, { before: heir, after: next(heir, { isDefault: true }, now) }]
    : [removal];
}

/** What its processor says of it by now; undefined when it can no longer be charged. */
export function learn(
  all: readonly PaymentMethod[],
  id: Uuid,
  found: SavedMethod | undefined,
  now: number,
): readonly Change[] {
  const before = find(all, id);
  if (!before) return [];
  if (!found) return remove(all, id, now);
  if (isSameCard(before.method.card, found.card)) return [];
  const method = { ...before.method, card: found.card };
  return [{ before, after: next(before, { method, warnAt: warnAt(found.card) }, now) }];
}

/** Its customer is warned once that the card expires. */
export function warn(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before || before.warnAt === null || before.warnAt > now) return [];
  return [{ before, after: next(before, { warnAt: null }, now) }];
}

/** A disputed charge, and the saved method that it charged. */
export interface DisputedCharge {
  readonly disputeId: Uuid;
  /** Null where none is known. */
  readonly methodId: Uuid | null;
  readonly card: CardSummary | null;
}

/** The card of a disputed charge is not charged automatically, by whichever method it is saved. */
export function dispute(
  all: readonly PaymentMethod[],
  { disputeId, methodId, card }: DisputedCharge,
  now: number,
): readonly Change[] {
  const isCharged = ({ id, method }: PaymentMethod) =>
    id === methodId || (card !== null && isSameCard(method.card, card));
  return all
    .filter((it) => isUsable(it) && isCharged(it) && !it.disputedBy.includes(disputeId))
    .map((before) => {
      const disputedBy = [...before.disputedBy, disputeId];
      return { before, after: next(before, { disputedBy }, now) };
    });
}

/** A dispute is won: it no longer stops charges. */
export function winDispute(
  all: readonly PaymentMethod[],
  disputeId: Uuid,
  now: number,
): readonly Change[] {
  return all
    .filter((it) => isUsable(it) && it.disputedBy.includes(disputeId))
    .map((before) => {
      const disputedBy = before.disputedBy.filter((id) => id !== disputeId);
      return { before, after: next(before, { disputedBy }, now) };
    });
}

/** The seller has decided: it is charged again, whatever becomes of its disputes so far. */
export function allow(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before || isChargeable(before)) return [];
  return [{ before, after: next(before, { disputedBy: [] }, now) }];
}

/** Its customer has chosen it, although it may be disputed. */
export function choose(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before || (before.isDefault && isChargeable(before))) return [];
  const after = next(before, { isDefault: true, disputedBy: [] }, now);
  return [...demote(all, id, now), { before, after }];
}

/** Whether it may be charged while its customer is not there. */
export function isChargeable(it: PaymentMethod): boolean {
  return isUsable(it) && it.disputedBy.length === 0;
}

export function isUsable({ removedAt }: PaymentMethod): boolean {
  return removedAt === null;
}

/** Those that can be charged are found, whoever else has removed one meanwhile. */
function find(all: readonly PaymentMethod[], id: Uuid): PaymentMethod | undefined {
  return all.find((it) => it.id === id && isUsable(it));
}

function demote(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  return all
    .filter((it) => it.isDefault && it.id !== id)
    .map((before) => ({ before, after: next(before, { isDefault: false }, now) }));
}

function next(
  before: PaymentMethod,
  change: Partial<PaymentMethod>,
  updatedAt: number,
): PaymentMethod {
  return { ...before, ...change, version: before.version + 1n, updatedAt };
}

/** A card is good until its month ends, in UTC: banks are lenient by a day. */
function warnAt(card: CardSummary | null): number | null {
  if (!card || card.expMonth === null || card.expYear === null) return null;
  return Date.UTC(card.expYear, card.expMonth) - WARNED_BEFORE_MS;
}

function isSameCard(one: CardSummary | null, other: CardSummary | null): boolean {
  return (
    one?.brand === other?.brand &&
    one?.last4 === other?.last4 &&
    one?.expMonth === other?.expMonth &&
    one?.expYear === other?.expYear
  );
}

/** What a change of a method is called. */
export function eventOf({ before, after }: Change): EventType {
  if (!before || before.removedAt !== null) return 'payment_method.created';
  if (after.removedAt !== null) return 'payment_method.removed';
  const isWarned = before.warnAt !== null && after.warnAt === null;
  if (isWarned && before.method === after.method) return 'payment_method.expiring';
  return 'payment_method.updated';
}

/** A method as clients see it. */
export function toResource(it: PaymentMethod): PaymentMethodResource {
  const { card } = it.method;
  return {
    id: toPublicId('paymentMethod', it.id),
    object: 'payment_method',
    livemode: it.livemode,
    account_id: toPublicId('account', it.accountId),
    customer_id: it.customer,
    processor: it.processor,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
    },
    is_default: it.isDefault,
    disputed: it.disputedBy.length > 0,
    created_at: new Date(it.createdAt).toISOString(),
    updated_at: new Date(it.updatedAt).toISOString(),
  };
}
