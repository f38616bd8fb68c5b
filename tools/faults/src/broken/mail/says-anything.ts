export * from '../../../../../apps/mail/src/templates/words.ts';

/** Takes whatever a seller says. */
export const refusalOf = (): undefined => undefined;
