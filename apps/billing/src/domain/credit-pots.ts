import type { Uuid } from '@florin/contracts';
import type { CreditEntry } from './credit.ts';
import { least } from './invoice/model.ts';

/** Rest of a grant that expires, or all credit that does not expire. */
interface Pot {
  /** Null for credit that does not expire. */
  readonly grantId: Uuid | null;
  /** Milliseconds since 1970; infinite for credit that does not expire. */
  readonly expiresAt: number;
  readonly left: bigint;
}

/** A change of credit, as the pots need it. */
export type PotChange = Pick<
  CreditEntry,
  'id' | 'kind' | 'amount' | 'invoiceId' | 'expiresAt' | 'grantId'
>;

/** Credit of a holder by expiry: the pots add up to the balance. */
export interface Pots {
  /** In the order of use: first the pot that expires first, the older of two; none is empty. */
  readonly pots: readonly Pot[];
  /** Parts of expiring grants that an invoice used, by invoice: they return to the same pots. */
  readonly usedBy: ReadonlyMap<Uuid, readonly Pot[]>;
}

/** Credit before the first grant that expires. */
export function potsOf(balance: bigint): Pots {
  return { pots: added([], lasting(balance)), usedBy: new Map() };
}

/** Pots after more changes, oldest first. Credit is used, and taken back, from the first pot. */
export function potsAfter(before: Pots, changes: Iterable<PotChange>): Pots {
  let { pots } = before;
  const usedBy = new Map(before.usedBy);
  for (const change of changes) {
    const { id, kind, amount, invoiceId, expiresAt } = change;
    if (kind === 'expired')
      pots = without(pots, [{ ...lasting(-amount), grantId: change.grantId }]);
    else if (amount < 0n) {
      const parts = firstOf(pots, -amount);
      pots = without(pots, parts);
      const expiring = parts.filter(({ grantId }) => grantId !== null);
      if (invoiceId !== null && expiring.length > 0) usedBy.set(invoiceId, expiring);
    } else if (kind === 'returned' && invoiceId !== null) {
      const parts = usedBy.get(invoiceId) ?? [];
      usedBy.delete(invoiceId);
      const rest = parts.reduce((sum, { left }) => sum - left, amount);
      for (const part of [...parts, lasting(rest)]) pots = added(pots, part);
    } else if (expiresAt !== null)
      pots = added(pots, { grantId: id, expiresAt: expiresAt.getTime(), left: amount });
    else pots = added(pots, lasting(amount));
  }
  return { pots, usedBy };
}

/** The rest of a grant; 0 if all of it was used. */
export function leftOf({ pots }: Pots, grantId: Uuid): bigint {
  return pots.find((pot) => pot.grantId === grantId)?.left ?? 0n;
}

function lasting(left: bigint): Pot {
  return { grantId: null, expiresAt: Number.POSITIVE_INFINITY, left };
}

function added(pots: readonly Pot[], part: Pot): readonly Pot[] {
  if (part.left === 0n) return pots;
  const known = pots.find(({ grantId }) => grantId === part.grantId);
  if (known)
    return pots.map((pot) => (pot === known ? { ...pot, left: pot.left + part.left } : pot));
  const next = pots.findIndex((pot) => isUsedAfter(pot, part));
  return next < 0 ? [...pots, part] : pots.toSpliced(next, 0, part);
}

/** Ids are in the order of creation. */
function isUsedAfter(pot: Pot, other: Pot): boolean {
  if (pot.expiresAt !== other.expiresAt) return pot.expiresAt > other.expiresAt;
  return (pot.grantId ?? '') > (other.grantId ?? '');
}

function without(pots: readonly Pot[], parts: readonly Pot[]): readonly Pot[] {
  const taken = new Map(parts.map(({ grantId, left }) => [grantId, left]));
  return pots
    .map((pot) => ({ ...pot, left: pot.left - (taken.get(pot.grantId) ?? 0n) }))
    .filter(({ left }) => left > 0n);
}

/** The parts that are used for an amount. */
function firstOf(pots: readonly Pot[], amount: bigint): readonly Pot[] {
  let rest = amount;
  const parts: Pot[] = [];
  for (const pot of pots) {
    const left = least(pot.left, rest);
    if (left === 0n) break;
    parts.push({ ...pot, left });
    rest -= left;
  }
  return parts;
}
