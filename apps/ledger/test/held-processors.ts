import type { Processors as Sound } from '../src/payments/processor.ts';

type Module = typeof import('../src/payments/processor.ts');

/** Hook of the next ledgers before or after a charge; undefined for none. */
let gate: { readonly hold: 'before' | 'after'; pass(): Promise<void> } | undefined;

/**
 * Replaces the module that calls the processors service:
 * `vi.mock('../src/payments/processor.ts', replaceProcessors)`.
 */
export async function replaceProcessors(load: () => Promise<Module>): Promise<Module> {
  const module = await load();
  class Processors extends module.Processors {
    readonly #gate = gate;

    override async start(...order: Parameters<Sound['start']>): ReturnType<Sound['start']> {
      if (this.#gate?.hold === 'after') await super.start(...order);
      await this.#gate?.pass();
      return super.start(...order);
    }
  }
  return { ...module, Processors };
}

/** Sets whether and where ledgers started from now on hold their calls. */
export function useGate(next: typeof gate): void {
  gate = next;
}

/**
 * Holds a ledger's call to processors until it is released: before it is sent, or after the money
 * was taken.
 */
export function makeGate(hold: 'before' | 'after') {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let starts = 0;
  return {
    gate: {
      hold,
      async pass() {
        starts += 1;
        arrived.resolve();
        await released.promise;
      },
    },
    /** Resolves once a payment is held. */
    held: arrived.promise,
    release: released.resolve,
    starts: () => starts,
  };
}
