import { AppError, type Caller, type Role } from '@florin/contracts';

/** An operator's rules for who may create accounts and users. */
export interface SignUpRules {
  /** Whether self-service sign-up is disabled. */
  readonly closesSignUp?: boolean;
}

/**
 * @throws AppError unauthorized if sign-up is closed and the caller has none of the roles in `may`
 */
export function assertMaySignUp(
  { closesSignUp = false }: SignUpRules,
  { role, scopes }: Caller,
  may: readonly Role[],
): void {
  // A key has the route's scope, or the request would have been refused earlier.
  if (!closesSignUp || scopes !== null || (role !== null && may.includes(role))) return;
  const who = may
    .map((some) => (some === 'admin' ? 'an administrator' : `an ${some.replace('_', ' ')}`))
    .join(' or ');
  throw new AppError('unauthorized', `sign-up is closed here; send the access token of ${who}`);
}
