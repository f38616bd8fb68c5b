import { hasScope as sound } from '../../../../../packages/contracts/src/callers.ts';

export * from '../../../../../packages/contracts/src/callers.ts';

/** Gives support one scope more than it is meant to have. */
export const hasScope: typeof sound = (caller, scope) =>
  (caller.role === 'support' && scope === 'payments:write') || sound(caller, scope);
