import { makeCalls as make } from '@florin/accounts/src/clients.ts';

export * from '@florin/accounts/src/clients.ts';

/** Continues closing when another service was unreachable. */
export const makeCalls: typeof make = (clients) => {
  const calls = make(clients);
  return {
    ...calls,
    closeGate: (closing) => calls.closeGate(closing).catch(() => undefined),
    endSubscriptions: (closing) => calls.endSubscriptions(closing).catch(() => undefined),
    closeAccess: (closing) => calls.closeAccess(closing).catch(() => undefined),
  };
};
