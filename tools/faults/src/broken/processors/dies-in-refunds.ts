import type { Processor } from '@florin/processors/src/contract/processor.ts';
import { type RefundDeps, refundSaga as saga } from '@florin/processors/src/refunds/saga.ts';
import { dyingAround } from './deadly-points.ts';

export * from '@florin/processors/src/refunds/saga.ts';

/** Ends the process before or after any call of a refund, and after its success is stored. */
export const refundSaga = dyingSaga((processor) => processor);

/** The refund saga, with processors changed by `change`. */
export function dyingSaga(change: (sound: Processor) => Processor): typeof saga {
  return (deps) => {
    const { db } = deps;
    const sound = saga(dyingDeps(deps, change));
    const { send } = sound.steps;
    if (!send) throw new Error('the refund saga has no step that sends');
    return { ...sound, steps: { ...sound.steps, send: dyingAround(db, 'send', send) } };
  };
}

function dyingDeps(deps: RefundDeps, change: (sound: Processor) => Processor): RefundDeps {
  const { db, funds, invoices, registry } = deps;
  return {
    ...deps,
    funds: {
      ...funds,
      withdraw: dyingAround(db, 'withdraw', funds.withdraw),
      end: dyingAround(db, 'end', funds.end),
    },
    invoices: invoices && { ...invoices, reserve: dyingAround(db, 'reserve', invoices.reserve) },
    registry: {
      ...registry,
      of(begun) {
        const found = registry.of(begun);
        if (!found) return undefined;
        const processor = change(found);
        return { ...processor, refund: dyingAround(db, 'refund', processor.refund) };
      },
    },
  };
}
