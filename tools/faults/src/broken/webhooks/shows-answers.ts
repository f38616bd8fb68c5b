import * as sound from '../../../../../apps/webhooks/src/config.ts';

/** Shows what receivers answer wherever they are. */
export const readConfig = (env: Parameters<typeof sound.readConfig>[0]) => ({
  ...sound.readConfig(env),
  keepsAnswers: true,
});
