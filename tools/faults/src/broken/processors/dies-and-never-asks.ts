import {
  authorize as ordering,
  type refresh as sound,
} from '@florin/processors/src/charges/operations.ts';
import { findCharge } from '@florin/processors/src/charges/queries.ts';
import { dyingBy } from '../deadly-orders.ts';

export * from '@florin/processors/src/charges/operations.ts';

export const authorize = dyingBy(ordering);

/** Trusts its stored state and never queries the processor. */
export const refresh: typeof sound = async (_deps, charge) => charge;

export const findOutcome = ({ db }: Parameters<typeof sound>[0], id: string) => findCharge(db, id);
