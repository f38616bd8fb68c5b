import { replaySample, samplesFor } from '@florin/contract-tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailWorld, type MailWorld, startMail } from './start-mail.ts';

let world: MailWorld;
let mail: Awaited<ReturnType<typeof startMail>>;
beforeAll(async () => {
  world = await createMailWorld();
  mail = await startMail(world);
});
afterAll(async () => {
  await mail.stop();
  await world.stop();
});

it.each(samplesFor('mail'))('answers $consumer of $release: $rpc given $given', async (sample) => {
  const states = { nothing: async () => {} };
  const { grpcPort } = mail;
  const { wanted, got } = await replaySample(sample, states, { name: 'mail', grpcPort });
  expect(got).toMatchObject(wanted);
});
