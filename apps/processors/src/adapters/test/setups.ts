import { randomBytes } from 'node:crypto';
import type { Uuid } from '@florin/contracts';
import { type Selectable, sql } from 'kysely';
import type { CardSummary } from '../../contract/model.ts';
import type { Db } from '../../schema.ts';
import type { TestSetupRow } from '../../tables/test.ts';

export type TestSetup = Selectable<TestSetupRow>;

const TOKEN_BYTES = 32;

/** Opens a page for saving a card; a repeated call returns the same one. */
export async function openSetup(
  db: Db,
  setup: Pick<TestSetup, 'id' | 'mandate' | 'return_url'>,
): Promise<TestSetup> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const nothing = {
    card_brand: null,
    card_last4: null,
    card_exp_month: null,
    card_exp_year: null,
    saved_at: null,
  };
  await db
    .insertInto('test_setups')
    .values({ ...setup, ...nothing, token })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return db
    .selectFrom('test_setups')
    .selectAll()
    .where('id', '=', setup.id)
    .executeTakeFirstOrThrow();
}

export function findSetup(db: Db, token: string): Promise<TestSetup | undefined> {
  return db.selectFrom('test_setups').selectAll().where('token', '=', token).executeTakeFirst();
}

/** Stores the entered card; the first one stays. */
export async function keepCard(db: Db, id: Uuid, card: CardSummary): Promise<void> {
  await db
    .updateTable('test_setups')
    .set({
      card_brand: card.brand,
      card_last4: card.last4,
      card_exp_month: card.expMonth,
      card_exp_year: card.expYear,
      saved_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('saved_at', 'is', null)
    .execute();
}

/** Setups with a card saved since an instant, in milliseconds since 1970. */
export async function listSaved(db: Db, since: number): Promise<readonly Uuid[]> {
  const rows = await db
    .selectFrom('test_setups')
    .select('id')
    .where('saved_at', '>=', new Date(since))
    .execute();
  return rows.map(({ id }) => id);
}
