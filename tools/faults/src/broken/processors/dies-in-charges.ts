import { chargeSaved as sound } from '@florin/processors/src/charges/operations.ts';
import { dieAt, dyingAround } from './deadly-points.ts';

export * from '@florin/processors/src/charges/operations.ts';

/** Ends the process before or after the charge of a saved card, and after its result is stored. */
export const chargeSaved: typeof sound = async (deps, order) => {
  const { db, registry } = deps;
  const of: typeof registry.of = (begun) => {
    const processor = registry.of(begun);
    return (
      processor && { ...processor, chargeSaved: dyingAround(db, 'charge', processor.chargeSaved) }
    );
  };
  const charge = await sound({ ...deps, registry: { ...registry, of } }, order);
  await dieAt(db, 'after commit');
  return charge;
};
