import { newId } from '@florin/contracts';
import { dyingSaga } from './dies-in-refunds.ts';

export * from './dies-in-refunds.ts';

/** Sends each order under a name of its own. */
export const refundSaga = dyingSaga((processor) => ({
  ...processor,
  refund: (order) => processor.refund({ ...order, id: newId() }),
}));
