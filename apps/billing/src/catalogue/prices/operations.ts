import {
  AppError,
  type Caller,
  newId,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, isUniqueViolation, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Transaction } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import type { Price, Product } from '../../domain/catalogue.ts';
import type { Metadata } from '../../domain/metadata.ts';
import { isReservedPlanId } from '../../domain/plan.ts';
import { toPriceResource } from '../../domain/resources/catalogue.ts';
import { mergedMetadata } from '../../fields/metadata.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import { archivedAtAfter, type CatalogueDeps } from '../products/operations.ts';
import { lockProduct } from '../products/queries.ts';
import {
  deletePriceRow,
  findPrice,
  insertPrice,
  lockLookupKey,
  lockPrice,
  releaseLookupKey,
  savePrice,
  selectPrices,
} from './queries.ts';

type Tx = Transaction<BillingTables>;

/** @throws AppError not_found for a price that the caller may not read. */
export async function getVisiblePrice(
  { db }: CatalogueDeps,
  caller: Caller,
  id: Uuid | undefined,
): Promise<Price> {
  const price = id === undefined ? undefined : await findPrice(db, id);
  if (!price || !canRead(caller, price.accountId)) throw notFound('price');
  return price;
}

/** A page of the prices that the caller may read, newest first. */
export async function listPrices(
  deps: CatalogueDeps,
  caller: Caller,
  query: ListQuery & {
    readonly active?: boolean | undefined;
    readonly product_id?: Uuid | null | undefined;
    readonly lookup_key?: string | undefined;
  },
) {
  await checkCursor(query, (id) => getVisiblePrice(deps, caller, id));
  const filter = {
    ...toPageRequest(caller, query),
    isActive: query.active,
    productId: query.product_id,
    lookupKey: query.lookup_key,
  };
  const rows = await selectPrices(deps.db, filter, query.limit + 1);
  return toList(rows, query, toPriceResource);
}

/** A price as its seller describes it; the product adds its owner and its tax. */
export type PriceInput = Pick<
  Price,
  'lookupKey' | 'amount' | 'currency' | 'recurring' | 'taxBehavior' | 'metadata'
> & {
  /** Undefined for the name of the product. */
  readonly name: string | undefined;
  /** Whether it takes its lookup key from the price that has it. */
  readonly transfersKey: boolean;
};

export function createPrice(
  { db }: CatalogueDeps,
  productId: Uuid,
  { name, transfersKey, ...input }: PriceInput,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const product = await lockProduct(tx, productId);
    if (!product) throw notFound('product');
    if (input.lookupKey !== null && transfersKey)
      await lockLookupKey(tx, product.accountId, input.lookupKey);
    await claimLookupKey(tx, product.accountId, input.lookupKey, transfersKey);
    const id = newId();
    const created = await insertPrice(tx, {
      ...{ id, slug: toPublicId('price', id), name: name ?? product.name, ...input },
      ...{ ...ownedBy(product), productId },
    });
    if (!created) throw keyIsTaken(input.lookupKey);
    return { status: 201, body: toPriceResource(created) };
  });
}

/** Members of a price that its product decides. */
export function ownedBy({ accountId, taxClass, supply }: Product) {
  return { accountId, taxClass, supply };
}

/** Changes of a price; absent fields stay. */
export interface PriceChange {
  readonly name?: string | undefined;
  readonly lookupKey?: string | null | undefined;
  readonly transfersKey?: boolean;
  readonly isActive?: boolean | undefined;
  readonly metadata?: Metadata | null | undefined;
}

export function updatePrice(
  { db }: CatalogueDeps,
  id: Uuid,
  change: PriceChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const saved = await changePrice(tx, id, change);
    return { status: 200, body: toPriceResource(saved) };
  });
}

/** @throws AppError conflict for a lookup key that is reserved or taken. */
export async function changePrice(
  tx: Tx,
  id: Uuid,
  { name, lookupKey, transfersKey = false, isActive, metadata }: PriceChange,
): Promise<Price> {
  if (lookupKey != null && transfersKey) {
    const found = await findPrice(tx, id);
    if (found) await lockLookupKey(tx, found.accountId, lookupKey);
  }
  const before = await lockPrice(tx, id);
  if (!before) throw notFound('price');
  if (lookupKey !== undefined && lookupKey !== before.lookupKey)
    await claimLookupKey(tx, before.accountId, lookupKey, transfersKey);
  const price = {
    ...before,
    name: name ?? before.name,
    lookupKey: lookupKey === undefined ? before.lookupKey : lookupKey,
    metadata: mergedMetadata(before.metadata, metadata),
    archivedAt: archivedAtAfter(before.archivedAt, isActive),
  };
  return savePrice(tx, price).catch((error: unknown) => {
    throw isUniqueViolation(error, 'prices_lookup_key') ? keyIsTaken(lookupKey) : error;
  });
}

/** Deletes a price that no subscription has had. */
export function deletePrice({ db }: CatalogueDeps, price: Price): Promise<Reply> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockPrice(tx, price.id))) throw notFound('price');
    if (!(await deletePriceRow(tx, price)))
      return refuse(
        'conflict',
        'the price was sold or quoted to a subscription; deactivate it instead with `active` false',
      );
    return { status: 200, body: { ...toPriceResource(price), deleted: true } };
  });
}

/**
 * Takes a lookup key from its price if the request says so.
 * @throws AppError conflict for the name of a starter plan.
 */
async function claimLookupKey(
  tx: Tx,
  accountId: Uuid,
  lookupKey: string | null,
  transfersKey: boolean,
): Promise<void> {
  if (lookupKey === null) return;
  if (isReservedPlanId(lookupKey))
    throw new AppError('conflict', `lookup_key: ${lookupKey} is the name of a starter plan`);
  if (!transfersKey) return;
  await releaseLookupKey(tx, accountId, lookupKey);
}

function keyIsTaken(lookupKey: string | null | undefined): AppError {
  return new AppError(
    'conflict',
    `lookup_key: another price has ${lookupKey}; choose another key, or take it over with transfer_lookup_key`,
  );
}
