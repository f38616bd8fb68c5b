import { takeExport as sound } from '@florin/billing/src/exports/queries.ts';

export * from '@florin/billing/src/exports/queries.ts';

/** Begins at the first row, behind what somebody else has written. */
export const takeExport: typeof sound = async (db) => {
  const taken = await sound(db);
  return taken && { ...taken, place: null };
};
