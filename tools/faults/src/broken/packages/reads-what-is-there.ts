import { makeStandby as sound } from '../../../../../packages/database/src/standbys/standby.ts';

export * from '../../../../../packages/database/src/standbys/standby.ts';

/** A standby that is read as it is, whatever a read has to see. */
export const makeStandby: typeof sound = (...input) => {
  const standby = sound(...input);
  return { ...standby, mayHave: () => true, placeFor: () => standby.placeFor(0n) };
};
