import { lookUp as sound } from '@florin/processors/src/adapters/stripe/look-up.ts';

export * from '@florin/processors/src/adapters/stripe/look-up.ts';

/** Finds nothing whose answer it has not had. */
export const lookUp: typeof sound = async (calls, charge) =>
  charge.reference === null ? undefined : sound(calls, charge);
