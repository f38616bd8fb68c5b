import { AppError, type Caller, type Role } from '@florin/contracts';

/** What an operator may set about who opens accounts and becomes a user. */
export interface SignUpRules {
  /** Nobody does so by themselves. */
  readonly closesSignUp?: boolean;
}

/** @throws AppError unauthorized where sign-up is closed and the caller is none of those who may. */
export function assertMaySignUp(
  { closesSignUp = false }: SignUpRules,
  { role, scopes }: Caller,
  may: readonly Role[],
): void {
  // A key has the scope of the route, or did not come this far.
  if (!closesSignUp || scopes !== null || (role !== null && may.includes(role))) return;
  const who = may
    .map((some) => (some === 'admin' ? 'an administrator' : `an ${some.replace('_', ' ')}`))
    .join(' or ');
  throw new AppError('unauthorized', `sign-up is closed here: send the access token of ${who}`);
}
