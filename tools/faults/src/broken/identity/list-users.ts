import { listUsers as list } from '../../../../../apps/identity/src/store/list-users.ts';

export type * from '../../../../../apps/identity/src/store/list-users.ts';

/** Takes a percent sign for anything, as a pattern does. */
export const listUsers: typeof list = (db, { search, ...filter }, window) =>
  list(db, { ...filter, search: search?.includes('%') ? undefined : search }, window);
