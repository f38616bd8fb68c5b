import { withTimeouts as sound } from '@florin/processors/src/contract/timeouts.ts';

export * from '@florin/processors/src/contract/timeouts.ts';

/** Assumes that a processor that does not answer has charged nothing. */
export const withTimeouts: typeof sound = (processor, ...rest) => {
  const bounded = sound(processor, ...rest);
  return { ...bounded, find: (name) => bounded.find(name).catch(() => ({ status: 'canceled' })) };
};
