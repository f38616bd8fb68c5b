import {
  type EventType,
  type PaymentMethodResource,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { CardSummary, Merchant, SavedMethod } from '../contract/model.ts';

/** A saved payment method of an account's customer. Instants are milliseconds since 1970. */
export interface PaymentMethod {
  readonly id: Uuid;
  readonly version: bigint;
  readonly accountId: Uuid;
  readonly merchant: Merchant;
  /** Public id of the customer. */
  readonly customer: string;
  readonly processor: string;
  readonly livemode: boolean;
  readonly method: SavedMethod;
  /** The mandate text that the customer accepted. */
  readonly mandate: string | null;
  readonly isDefault: boolean;
  /**
   * Disputes that pause automatic charges: not won, and not overruled by the seller or customer.
   */
  readonly disputedBy: readonly Uuid[];
  /** Time of the expiry warning; null once sent, and for methods without an expiry. */
  readonly warnAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Time of removal, after which it is never charged; null if not removed. */
  readonly removedAt: number | null;
}

/** A change of a customer's method; `before` is undefined for a new one. */
export interface Change {
  readonly before: PaymentMethod | undefined;
  readonly after: PaymentMethod;
}

/** Fields of a method when it is saved. */
export type NewMethod = Pick<
  PaymentMethod,
  'id' | 'merchant' | 'customer' | 'processor' | 'livemode' | 'method' | 'mandate'
>;

const DAY_MS = 86_400_000;
/** Time before a card's expiry at which its customer is warned. */
const WARNED_BEFORE_MS = 30 * DAY_MS;

/**
 * Saves a method after a payment: it becomes the default, and earlier disputes no longer pause it.
 */
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

/** Makes a method the default, which renewals charge. Has no effect if it already is. */
export function makeDefault(
  all: readonly PaymentMethod[],
  id: Uuid,
  now: number,
): readonly Change[] {
  const before = find(all, id);
  if (!before || before.isDefault) return [];
  return [...demote(all, id, now), { before, after: next(before, { isDefault: true }, now) }];
}

/** Removes a method. If it was the default, the last saved other method becomes it. */
export function remove(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before) return [];
  const change = { isDefault: false, disputedBy: [], warnAt: null, removedAt: now };
  const removal = { before, after: next(before, change, now) };
  const nextDefault = before.isDefault
    ? all.findLast((it) => it.id !== id && isUsable(it))
    : undefined;
  return nextDefault
    ? [removal, { before: nextDefault, after: next(nextDefault, { isDefault: true }, now) }]
    : [removal];
}

/** Applies the processor's state of a method; undefined means it can no longer be charged. */
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

/** Warns once that the card expires. */
export function warn(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before || before.warnAt === null || before.warnAt > now) return [];
  return [{ before, after: next(before, { warnAt: null }, now) }];
}

/** A disputed charge and the saved method that it charged. */
export interface DisputedCharge {
  readonly disputeId: Uuid;
  /** Null if unknown. */
  readonly methodId: Uuid | null;
  readonly card: CardSummary | null;
}

/** Pauses automatic charges of a disputed card in every method that contains it. */
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

/** Lifts the pause of a dispute that was won. */
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

/** The seller lifts all pauses of a method, whatever the disputes' outcomes. */
export function allow(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before || isChargeable(before)) return [];
  return [{ before, after: next(before, { disputedBy: [] }, now) }];
}

/** The customer chooses a method as default, which lifts its pauses. */
export function choose(all: readonly PaymentMethod[], id: Uuid, now: number): readonly Change[] {
  const before = find(all, id);
  if (!before || (before.isDefault && isChargeable(before))) return [];
  const after = next(before, { isDefault: true, disputedBy: [] }, now);
  return [...demote(all, id, now), { before, after }];
}

/** Whether it may be charged automatically. */
export function isChargeable(it: PaymentMethod): boolean {
  return isUsable(it) && it.disputedBy.length === 0;
}

export function isUsable({ removedAt }: PaymentMethod): boolean {
  return removedAt === null;
}

/** Ignores removed methods, since another request may have removed one meanwhile. */
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

/** A card is valid until its month ends, in UTC; banks tolerate a day. */
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

/** Event type of a change. */
export function eventOf({ before, after }: Change): EventType {
  if (!before || before.removedAt !== null) return 'payment_method.created';
  if (after.removedAt !== null) return 'payment_method.removed';
  const isWarned = before.warnAt !== null && after.warnAt === null;
  if (isWarned && before.method === after.method) return 'payment_method.expiring';
  return 'payment_method.updated';
}

/** The method as shown to clients. */
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
