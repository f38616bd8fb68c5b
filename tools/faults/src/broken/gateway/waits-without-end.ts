import { makeForwarder as make } from '@florin/gateway/src/upstreams/forward.ts';

/** Longer than any row lasts. */
const PATIENCE_MS = 600_000;

/** Waits for a service without a timeout. */
export const makeForwarder: typeof make = (...parts) => {
  const forwarder = make(...parts);
  return {
    ...forwarder,
    forward: (checked) =>
      forwarder.forward({ ...checked, deadline: checked.deadline + PATIENCE_MS }),
  };
};
