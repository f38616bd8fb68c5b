import type { PaymentProcessor } from '../src/payment-requests/processor.ts';

type Module = typeof import('../src/payment-requests/test-processor.ts');
type MakeProcessor = (db: Parameters<Module['makeTestProcessor']>[0]) => PaymentProcessor;

let sound: Module | undefined;
let next: MakeProcessor | undefined;

/**
 * Stands in place of the module of the test processor:
 * `vi.mock('../src/payment-requests/test-processor.ts', replaceTestProcessor)`.
 */
export async function replaceTestProcessor(load: () => Promise<Module>): Promise<Module> {
  const module = await load();
  sound = module;
  return {
    ...module,
    makeTestProcessor: (db, ...rest) => next?.(db) ?? module.makeTestProcessor(db, ...rest),
  };
}

/** What ledgers that are started from now on charge cards by; undefined is what they have. */
export function useProcessor(make: MakeProcessor | undefined): void {
  next = make;
}

/** The test processor, with another time for cards whose outcome is unknown at first. */
export function testProcessor(resolveAfterMs: number): MakeProcessor {
  return (db) => {
    if (!sound) throw new Error('the module of the test processor is not replaced here');
    return sound.makeTestProcessor(db, resolveAfterMs);
  };
}

/**
 * The test processor with a hand on it: it holds what it is asked before it hears it, or its
 * answers after it has taken the money, until it is released.
 */
export function makeHeldProcessor(hold: 'before' | 'after') {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let starts = 0;
  const processor: MakeProcessor = (db) => {
    const inner = testProcessor(0)(db);
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
    release: gate.resolve,
    starts: () => starts,
  };
}
