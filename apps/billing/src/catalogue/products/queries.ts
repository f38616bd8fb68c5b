import { newId, type Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Product } from '../../domain/catalogue.ts';
import type { PageRequest } from '../../lists.ts';
import type { ProductRow } from '../../schema/catalogue.ts';
import type { BillingTables } from '../../schema.ts';
import { catalogueOrder, onCataloguePage } from '../pages.ts';

type Tx = Transaction<BillingTables>;

export type NewProduct = Omit<Product, 'id' | 'archivedAt' | 'createdAt' | 'updatedAt'>;

export async function insertProduct(tx: Tx, product: NewProduct): Promise<Product> {
  const row = await tx
    .insertInto('products')
    .values({
      id: newId(),
      account_id: product.accountId,
      name: product.name,
      description: product.description,
      unit_label: product.unitLabel,
      tax_class: product.taxClass,
      supply: product.supply,
      metadata: JSON.stringify(product.metadata),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toProduct(row);
}

export async function findProduct(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<Product | undefined> {
  const row = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toProduct(row);
}

/** Waits for other changes of the product. */
export async function lockProduct(tx: Tx, id: Uuid): Promise<Product | undefined> {
  const row = await tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toProduct(row);
}

export async function saveProduct(tx: Tx, product: Product): Promise<Product> {
  const row = await tx
    .updateTable('products')
    .set({
      name: product.name,
      description: product.description,
      unit_label: product.unitLabel,
      metadata: JSON.stringify(product.metadata),
      archived_at: product.archivedAt,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', product.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toProduct(row);
}

/** Deletes a product without prices; false if it has one. */
export async function deleteProductRow(tx: Tx, id: Uuid): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('products')
    .where('id', '=', id)
    .where(sql<boolean>`not exists (select from prices where product_id = ${id})`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface ProductFilter extends PageRequest {
  readonly isActive: boolean | undefined;
}

/** In paging order. */
export async function selectProducts(
  db: Kysely<BillingTables>,
  filter: ProductFilter,
  rowsMax: number,
): Promise<readonly Product[]> {
  const { isActive, ...page } = filter;
  let query = db.selectFrom('products').selectAll().where(onCataloguePage('products', page));
  if (isActive !== undefined) query = query.where('archived_at', isActive ? 'is' : 'is not', null);
  const rows = await query
    .orderBy(sql`${catalogueOrder(page)}`)
    .limit(rowsMax)
    .execute();
  return rows.map(toProduct);
}

function toProduct(row: Selectable<ProductRow>): Product {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    description: row.description,
    unitLabel: row.unit_label,
    taxClass: row.tax_class,
    supply: row.supply,
    metadata: JSON.parse(row.metadata),
    archivedAt: row.archived_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
