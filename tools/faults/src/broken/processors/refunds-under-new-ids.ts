import { newId } from '@florin/contracts';
import { refund as sound } from '@florin/processors/src/adapters/stripe/refunds.ts';

export * from '@florin/processors/src/adapters/stripe/refunds.ts';

/** Sends each order with a new id. */
export const refund: typeof sound = (calls, order) => sound(calls, { ...order, id: newId() });
