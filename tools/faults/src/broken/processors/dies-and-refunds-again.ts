import { newId } from '@florin/contracts';
import { dyingSaga } from './dies-in-refunds.ts';

export * from './dies-in-refunds.ts';

/** Sends each order with a new id, so a repeated order refunds twice. */
export const refundSaga = dyingSaga((processor) => ({
  ...processor,
  refund: (order) => processor.refund({ ...order, id: newId() }),
}));
