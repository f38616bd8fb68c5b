import { lookUp as sound } from '@florin/processors/src/adapters/stripe/look-up.ts';

export * from '@florin/processors/src/adapters/stripe/look-up.ts';

/** Finds no charge whose answer was lost. */
export const lookUp: typeof sound = async (calls, charge) =>
  charge.reference === null ? undefined : sound(calls, charge);
