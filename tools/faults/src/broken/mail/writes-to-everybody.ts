export * from '../../../../../apps/mail/src/suppressions/model.ts';

/** Writes to everybody, whatever was said of their address. */
export const findObstacle = (): undefined => undefined;
