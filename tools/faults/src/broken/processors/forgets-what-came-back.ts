import { learnTransfer as sound } from '@florin/processors/src/transfers/model.ts';

export * from '@florin/processors/src/transfers/model.ts';

/** What has arrived has arrived. */
export const learnTransfer: typeof sound = (before, state, now) =>
  before.status === 'succeeded' ? { after: before, money: null } : sound(before, state, now);
