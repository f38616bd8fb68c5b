import { eventually } from '@florin/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDigests } from '../src/digests/write.ts';
import { startMailServer } from './mail-server.ts';
import { createMailWorld, type MailWorld, paymentEvent, smtpAt, startMail } from './start-mail.ts';

const RECEIVERS = ['ops@example.com', 'boss@example.com'];

let world: MailWorld;
let server: Awaited<ReturnType<typeof startMailServer>>;
let mail: Awaited<ReturnType<typeof startMail>>;
beforeAll(async () => {
  world = await createMailWorld();
  server = await startMailServer();
  await world.happen(paymentEvent('payment.created'));
  await world.happen(paymentEvent('payment.succeeded'), paymentEvent('payment.succeeded'));
  await world.db.deleteFrom('messages').execute();
  // Simulates the next day.
  await sql`update day_counts set day = day - 1`.execute(world.db);
  mail = await startMail(world, smtpAt(server.port), { digestReceivers: RECEIVERS });
});
afterAll(async () => {
  await mail.stop();
  await server.stop();
  await world.stop();
});

it('is sent once a day to each receiver, by any number of processes', async () => {
  const deps = { db: world.db, now: () => new Date(), receivers: RECEIVERS };
  await Promise.all([writeDigests(deps), writeDigests(deps), writeDigests(deps)]);
  await eventually(async () => {
    expect(server.taken.map(({ to }) => to).toSorted()).toEqual(RECEIVERS.toSorted());
  });
  for (const { mail: sent } of server.taken) {
    expect(sent.text).toContain('payment.succeeded 2');
    expect(sent.text).toContain('MAIL_DIGEST_TO');
    expect(sent.text).not.toContain('payment.created');
  }
  expect(await world.messages()).toHaveLength(2);
});

it('says so if there were no events, and forgets past days', async () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000);
  await sql`delete from day_counts`.execute(world.db);
  await writeDigests({ db: world.db, now: tomorrow, receivers: RECEIVERS.slice(0, 1) });
  const texts = (await world.messages()).map(({ values }) => Object(values).name);
  expect(texts.filter((text) => text === '–')).toHaveLength(1);
});
