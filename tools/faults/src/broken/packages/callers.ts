import { hasScope as sound } from '../../../../../packages/contracts/src/callers.ts';

export * from '../../../../../packages/contracts/src/callers.ts';

/** Grants support one scope too many. */
export const hasScope: typeof sound = (caller, scope) =>
  (caller.role === 'support' && scope === 'payments:write') || sound(caller, scope);
