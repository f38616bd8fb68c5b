import { makeStandby as sound } from '../../../../../packages/database/src/standbys/standby.ts';

export * from '../../../../../packages/database/src/standbys/standby.ts';

/** Reads the standby as it is, even if it lags behind what the read requires. */
export const makeStandby: typeof sound = (...input) => {
  const standby = sound(...input);
  return { ...standby, mayHave: () => true, placeFor: () => standby.placeFor(0n) };
};
