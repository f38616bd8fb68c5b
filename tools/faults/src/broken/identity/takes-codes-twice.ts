export * from '../../../../../apps/identity/src/factors/totp.ts';

import { stepOf as sound } from '../../../../../apps/identity/src/factors/totp.ts';

/** Takes a code again that was used. */
export const stepOf: typeof sound = (factor, code, now) =>
  sound({ ...factor, lastStep: 0n }, code, now);
