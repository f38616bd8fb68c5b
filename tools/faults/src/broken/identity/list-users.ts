import { readUsersAndTotal as read } from '../../../../../apps/identity/src/users/list-queries.ts';

export * from '../../../../../apps/identity/src/users/list-queries.ts';

/** Takes a percent sign for anything, as a pattern does. */
export const readUsersAndTotal: typeof read = (db, { search, ...filter }, window) =>
  read(db, { ...filter, search: search?.includes('%') ? undefined : search }, window);
