import type { Uuid } from '@florin/contracts';
import type { Db } from '../../../../../apps/identity/src/schema.ts';

export {
  deleteLoginLinksExpiredBefore,
  insertLoginLink,
} from '../../../../../apps/identity/src/login-links/queries.ts';

/** Logs in as often as it is opened, and whenever. */
export async function takeLoginLink(db: Db, hash: Buffer): Promise<Uuid | undefined> {
  const row = await db
    .selectFrom('login_links')
    .select('user_id')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.user_id;
}
