import { withTimeouts as sound } from '@florin/processors/src/contract/timeouts.ts';

export * from '@florin/processors/src/contract/timeouts.ts';

/** A processor that does not answer has taken nothing. */
export const withTimeouts: typeof sound = (processor, ...rest) => {
  const bounded = sound(processor, ...rest);
  return { ...bounded, find: (name) => bounded.find(name).catch(() => ({ status: 'canceled' })) };
};
