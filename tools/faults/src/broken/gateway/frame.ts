export * from '../../../../../apps/gateway/src/requests/frame.ts';

/** Takes every frame that Node takes. */
export const findFrameFault = (): undefined => undefined;
