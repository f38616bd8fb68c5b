import { type Caller, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import type { Product } from '../../domain/catalogue.ts';
import type { Metadata } from '../../domain/metadata.ts';
import { toProductResource } from '../../domain/resources/catalogue.ts';
import { mergedMetadata } from '../../fields/metadata.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import {
  deleteProductRow,
  findProduct,
  insertProduct,
  lockProduct,
  type NewProduct,
  saveProduct,
  selectProducts,
} from './queries.ts';

export interface CatalogueDeps {
  readonly db: Kysely<BillingTables>;
}

/** @throws AppError not_found for a product that the caller may not read. */
export async function getVisibleProduct(
  { db }: CatalogueDeps,
  caller: Caller,
  id: Uuid | undefined,
): Promise<Product> {
  const product = id === undefined ? undefined : await findProduct(db, id);
  if (!product || !canRead(caller, product.accountId)) throw notFound('product');
  return product;
}

/** A page of the products that the caller may read, newest first. */
export async function listProducts(
  deps: CatalogueDeps,
  caller: Caller,
  query: ListQuery & { readonly active?: boolean | undefined },
) {
  await checkCursor(query, (id) => getVisibleProduct(deps, caller, id));
  const filter = { ...toPageRequest(caller, query), isActive: query.active };
  const rows = await selectProducts(deps.db, filter, query.limit + 1);
  return toList(rows, query, toProductResource);
}

export function createProduct(
  { db }: CatalogueDeps,
  product: NewProduct,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const created = await insertProduct(tx, product);
    return { status: 201, body: toProductResource(created) };
  });
}

/** Changes of a product; absent fields stay. */
export interface ProductChange
  extends Partial<Pick<Product, 'name' | 'description' | 'unitLabel'>> {
  readonly isActive?: boolean | undefined;
  readonly metadata?: Metadata | null | undefined;
}

export function updateProduct(
  { db }: CatalogueDeps,
  id: Uuid,
  change: ProductChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const before = await lockProduct(tx, id);
    if (!before) throw notFound('product');
    const { isActive, metadata, ...fields } = change;
    const saved = await saveProduct(tx, {
      ...before,
      ...fields,
      metadata: mergedMetadata(before.metadata, metadata),
      archivedAt: archivedAtAfter(before.archivedAt, isActive),
    });
    return { status: 200, body: toProductResource(saved) };
  });
}

/** Deletes a product without prices. */
export function deleteProduct({ db }: CatalogueDeps, product: Product): Promise<Reply> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockProduct(tx, product.id))) throw notFound('product');
    if (!(await deleteProductRow(tx, product.id)))
      return refuse(
        'conflict',
        'the product has prices; delete its unused prices first, or deactivate it with `active` false',
      );
    return { status: 200, body: { ...toProductResource(product), deleted: true } };
  });
}

/** An object that was inactive before keeps its time. */
export function archivedAtAfter(before: Date | null, isActive: boolean | undefined): Date | null {
  if (isActive === undefined) return before;
  return isActive ? null : (before ?? new Date());
}
