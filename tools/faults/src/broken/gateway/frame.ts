export { toPath } from '../../../../../apps/gateway/src/requests/frame.ts';

/** Takes every frame that Node has taken. */
export const findFrameFault = (): undefined => undefined;
