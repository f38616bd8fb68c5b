export * from '../../../../../packages/contracts/src/email.ts';

/** Compares emails as they are typed, but for the case of letters. */
export const parseEmail = (text: string): string => text.toLowerCase();
