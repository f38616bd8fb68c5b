import {
  isLive,
  type PriceResource,
  type ProductResource,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { parseDecimal, type Tier, toJsonAmount, type UnitPrice, wholeOf } from '@florin/money';
import { type Price, type Product, priceIdOf } from '../catalogue.ts';

type Metadata = ProductResource['metadata'];

export function toProductResource(product: Product): ProductResource {
  return {
    id: toPublicId('product', product.id),
    object: 'product',
    livemode: isLive(product.accountId),
    account_id: toPublicId('account', product.accountId),
    name: product.name,
    description: product.description,
    unit_label: product.unitLabel,
    tax_class: product.taxClass,
    supply: product.supply,
    active: product.archivedAt === null,
    metadata: product.metadata as Metadata,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  };
}

export function toPriceResource(price: Price): PriceResource {
  const { recurring } = price;
  return {
    id: toPublicId('price', price.id),
    object: 'price',
    livemode: isLive(price.accountId),
    account_id: toPublicId('account', price.accountId),
    product_id: toPublicId('product', price.productId),
    name: price.name,
    lookup_key: price.lookupKey,
    active: price.archivedAt === null,
    currency: price.currency,
    type: recurring ? 'recurring' : 'one_time',
    recurring: recurring && {
      interval: recurring.interval,
      interval_count: recurring.intervalCount,
    },
    ...schemeMembers(price.amount),
    tax_behavior: price.taxBehavior,
    metadata: price.metadata as Metadata,
    created_at: price.createdAt.toISOString(),
    updated_at: price.updatedAt.toISOString(),
  };
}

/** Public id of the price with this slug; null for a starter plan. */
export function toPriceId(sellerId: Uuid, slug: string): string | null {
  const id = priceIdOf(sellerId, slug);
  return id && toPublicId('price', id);
}

function schemeMembers(amount: UnitPrice) {
  const none = { tiers_mode: null, tiers: null, transform_quantity: null };
  if (typeof amount === 'bigint')
    return {
      ...none,
      billing_scheme: 'per_unit' as const,
      unit_amount: toJsonAmount(amount),
      unit_amount_decimal: amount.toString(),
    };
  if (amount.kind === 'tiered')
    return {
      ...none,
      billing_scheme: 'tiered' as const,
      unit_amount: null,
      unit_amount_decimal: null,
      tiers_mode: amount.mode,
      tiers: amount.tiers.map(toTier),
    };
  const { unitAmount, packages } = amount;
  return {
    ...none,
    billing_scheme: 'per_unit' as const,
    unit_amount: wholeOrNull(unitAmount),
    unit_amount_decimal: unitAmount,
    transform_quantity: packages ? { divide_by: packages.divideBy, round: packages.round } : null,
  };
}

function toTier({ upTo, unitAmount, flatAmount }: Tier) {
  return {
    up_to: upTo,
    unit_amount: wholeOrNull(unitAmount),
    unit_amount_decimal: unitAmount,
    flat_amount: wholeOrNull(flatAmount),
    flat_amount_decimal: flatAmount,
  };
}

function wholeOrNull(decimal: string): number | null {
  const exact = parseDecimal(decimal);
  const whole = exact && wholeOf(exact);
  return whole === undefined ? null : toJsonAmount(whole);
}
