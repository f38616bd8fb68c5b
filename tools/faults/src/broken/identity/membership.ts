import {
  type decideFirstMembership as decide,
  decideMembership,
  noMembership,
} from '../../../../../apps/identity/src/users/decide.ts';

export * from '../../../../../apps/identity/src/users/decide.ts';

/** Puts a new user wherever whoever makes them says. */
export const decideFirstMembership: typeof decide = (caller, request) =>
  decideMembership(caller, noMembership, request);
