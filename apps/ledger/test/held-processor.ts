/**
 * The test processor with a hand on it: it holds what it is asked before it hears it, or its
 * answers after it has taken the money, until it is let go.
 */
import type { PaymentProcessor } from '../src/payment-requests/processor.ts';
import type { PaymentChoices } from '../src/payment-requests/service.ts';
import { makeTestProcessor } from '../src/payment-requests/test-processor.ts';
export function makeHeldProcessor(hold: 'before' | 'after') {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let starts = 0;
  const processor: PaymentChoices['processor'] = (db) => {
    const inner = makeTestProcessor(db, { resolveAfterMs: 0 });
    return {
      ...inner,
      async start(order): ReturnType<PaymentProcessor['start']> {
        starts += 1;
        if (hold === 'after') await inner.start(order);
        arrived.resolve();
        await gate.promise;
        return inner.start(order);
      },
    };
  };
  return {
    processor,
    /** Resolves once a payment is held. */
    held: arrived.promise,
    letGo: gate.resolve,
    starts: () => starts,
  };
}
