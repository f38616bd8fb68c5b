import { AppError, type Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Kysely } from 'kysely';
import type { Account } from '../../accounts/find.ts';
import { findPrice } from '../../catalogue/prices/queries.ts';
import { endedAtOf, type Price } from '../../domain/catalogue.ts';
import type { Item } from '../../domain/invoice/one-off.ts';
import { tiersOf } from '../../domain/items.ts';
import type { BillingTables } from '../../schema.ts';

/** An item of a request that names a price. */
export interface PricedItem extends Pick<Item, 'quantity' | 'startAt' | 'endAt'> {
  /** Undefined for a malformed id. */
  readonly priceId: Uuid | undefined;
  /** Undefined for the name of the price. */
  readonly description: string | undefined;
}

export type ItemInput = Item | PricedItem;

/**
 * Items with the prices that they name.
 * @throws AppError invalid_request for a price that the seller does not have or no longer sells, and
 * for a recurring price.
 */
export async function readItems(
  db: Kysely<BillingTables>,
  { id: sellerId, currency }: Pick<Account, 'id' | 'currency'>,
  items: readonly ItemInput[],
): Promise<readonly Item[]> {
  const read = await Promise.all(
    items.map(async (item, index) => {
      if (!('priceId' in item)) return item;
      const price = item.priceId === undefined ? undefined : await findPrice(db, item.priceId);
      const fault = faultOf(price, sellerId, currency);
      if (fault !== undefined)
        throw new AppError('invalid_request', `lines.${index}.price_id: ${fault}`);
      return toItem(item, price as Price);
    }),
  );
  const tiers = read.reduce((sum, { unitAmount }) => sum + tiersOf(unitAmount), 0);
  if (tiers > TIERS_MAX)
    throw new AppError(
      'invalid_request',
      `lines: have ${tiers} tiers in all, more than ${TIERS_MAX}; split the invoice`,
    );
  return read;
}

/** Keeps the invoice, with the parts of each line, small enough for an event. */
const TIERS_MAX = 500;

function faultOf(price: Price | undefined, sellerId: Uuid, currency: Currency): string | undefined {
  if (!price || price.accountId !== sellerId) return 'is not a price of the seller';
  if (price.currency !== currency)
    return `is in ${price.currency}, but the invoice in ${currency}; create a price in ${currency}`;
  if (endedAtOf(price) !== null) return 'is not active; choose another price, or activate it';
  return price.recurring
    ? 'is a recurring price, which needs a subscription; choose a one-time price'
    : undefined;
}

function toItem({ description, quantity, startAt, endAt }: PricedItem, price: Price): Item {
  const { name, amount: unitAmount, taxClass, supply, taxBehavior, productId } = price;
  return {
    ...{ description: description ?? name, quantity, unitAmount, taxClass, supply },
    isTaxInclusive: taxBehavior ? taxBehavior === 'inclusive' : undefined,
    ...{ productId, startAt, endAt },
  };
}
