import type { matchEntry as sound } from '@florin/processors/src/statements/model.ts';

export * from '@florin/processors/src/statements/model.ts';

/** Takes whatever names a reference for its payment, however much it is, and however often. */
export const matchEntry: typeof sound = (_entry, _references, [order]) =>
  order ? { status: 'matched', order } : { status: 'unmatched', reason: 'no_reference' };
