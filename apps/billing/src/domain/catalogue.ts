import { namedId, parsePublicId, type Uuid } from '@florin/contracts';
import type { Currency, UnitPrice } from '@florin/money';
import type { Supply } from '@florin/tax';
import type { Metadata } from './metadata.ts';
import { isReservedPlanId } from './plan.ts';
import type { Interval, PlanTerms, TaxBehavior } from './price.ts';

/** Goods or a service that an account sells, at one or more prices. */
export interface Product {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly name: string;
  readonly description: string | null;
  /** Name of one unit, such as `seat`. */
  readonly unitLabel: string | null;
  /** Never changes, like the supply. */
  readonly taxClass: string;
  readonly supply: Supply;
  readonly metadata: Metadata;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A price of a product. Its cost, currency, interval and tax never change. */
export interface Price {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly productId: Uuid;
  /** The immutable name that subscriptions keep. */
  readonly slug: string;
  /** A name that can move to another price; null without one. */
  readonly lookupKey: string | null;
  /** Name on invoices and pages. */
  readonly name: string;
  readonly amount: UnitPrice;
  readonly currency: Currency;
  /** Null for a one-time price. */
  readonly recurring: { readonly interval: Interval; readonly intervalCount: number } | null;
  readonly taxClass: string;
  readonly supply: Supply;
  readonly taxBehavior: TaxBehavior | null;
  readonly metadata: Metadata;
  readonly archivedAt: Date | null;
  /** When its product was archived. */
  readonly productArchivedAt: Date | null;
  /** When it was first sold or quoted. */
  readonly soldAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A recurring price as subscriptions use it. A starter plan is none, and has no account. */
export interface Plan extends PlanTerms {
  readonly priceId: Uuid | null;
  readonly productId: Uuid | null;
  readonly accountId: Uuid | null;
  readonly createdAt: Date | null;
  /** When it or its product was archived. */
  readonly archivedAt: Date | null;
}

/** A price with an interval. */
export interface RecurringPrice extends Price {
  readonly recurring: NonNullable<Price['recurring']>;
}

export function isRecurring(price: Price): price is RecurringPrice {
  return price.recurring !== null;
}

export function toPlan(price: RecurringPrice): Plan {
  return {
    id: price.slug,
    name: price.name,
    amount: price.amount,
    currency: price.currency,
    ...price.recurring,
    taxClass: price.taxClass,
    ...(price.supply === 'goods' && { supply: price.supply }),
    taxBehavior: price.taxBehavior,
    priceId: price.id,
    productId: price.productId,
    accountId: price.accountId,
    createdAt: price.createdAt,
    archivedAt: endedAtOf(price),
  };
}

/** When a price, or its product, was archived. */
export function endedAtOf({ archivedAt, productArchivedAt }: Price): Date | null {
  return archivedAt ?? productArchivedAt;
}

/**
 * Id of the price with this slug; null for a starter plan, which is no object. A slug that is itself
 * the public id of a price names it; other ids follow from the slug, as by `price_id_of` in SQL.
 */
export function priceIdOf(accountId: Uuid, slug: string): Uuid | null {
  if (isReservedPlanId(slug)) return null;
  return parsePublicId('price', slug) ?? namedId(accountId, slug);
}
