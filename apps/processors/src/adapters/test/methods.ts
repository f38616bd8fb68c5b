import type { SavedMethod } from '../../contract/model.ts';
import type { Db } from '../../schema.ts';

/** Prevents all further charges of a method. */
export async function remove(db: Db, { reference }: SavedMethod): Promise<void> {
  await db
    .insertInto('test_removed_methods')
    .values({ reference })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
}

export async function isRemoved(db: Db, { reference }: SavedMethod): Promise<boolean> {
  const row = await db
    .selectFrom('test_removed_methods')
    .select('reference')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row !== undefined;
}
