export * from '../../../../../apps/identity/src/email-confirmations/model.ts';

/** A link goes on working, used or not, however old. */
export const isLive = (): boolean => true;
