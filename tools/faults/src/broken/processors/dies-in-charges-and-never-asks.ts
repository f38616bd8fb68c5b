import type { refresh as sound } from '@florin/processors/src/charges/operations.ts';
import { findCharge } from '@florin/processors/src/charges/queries.ts';

export * from './dies-in-charges.ts';

/** Trusts its own tables and never queries a processor. */
export const refresh: typeof sound = async (_deps, charge) => charge;

export const findOutcome = ({ db }: Parameters<typeof sound>[0], id: string) => findCharge(db, id);
