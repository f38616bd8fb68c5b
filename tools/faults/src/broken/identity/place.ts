import {
  type decideFirstPlace as decide,
  decidePlace,
  nowhere,
} from '../../../../../apps/identity/src/domain/place.ts';

export * from '../../../../../apps/identity/src/domain/place.ts';

/** Puts a new user wherever whoever makes them says. */
export const decideFirstPlace: typeof decide = (caller, wish) => decidePlace(caller, nowhere, wish);
