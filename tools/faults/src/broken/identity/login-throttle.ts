export * from '../../../../../apps/identity/src/login/decide.ts';

/** Lets everybody try as often as they like. */
export const retryAfterSeconds = (): number => 0;
export const mayTryAtOnce = (): boolean => true;
