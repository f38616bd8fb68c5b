import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer } from './mail-server.ts';
import { createMailWorld, type MailWorld, paymentEvent, smtpAt, startMail } from './start-mail.ts';

/** Renewals of one seller on the first of a month. */
const MAILS = 1_000;
const PER_BATCH = 100;
const LIMIT_MS = 240_000;

let world: MailWorld;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  world = await createMailWorld();
  server = await startMailServer();
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

const start = () => startMail(world, smtpAt(server.port), { hourlyMax: 2 * MAILS });

it(
  'loses none of a renewal run, and sends none twice whose end it saw',
  async () => {
    const [first, second] = [await start(), await start()];
    for (let index = 0; index < MAILS; index += PER_BATCH)
      await world.happen(
        ...Array.from({ length: PER_BATCH }, (_, each) =>
          paymentEvent('payment.created', { to: `grace${index + each}@example.com` }),
        ),
      );
    await until(async () => server.taken.length >= MAILS / 4);
    server.be('has no room');
    await until(async () => (await countOf('refused for now')) > 0);
    server.be('takes');
    await until(async () => server.taken.length >= MAILS / 2);
    // The other process continues alone.
    await first.stop();
    await until(async () => {
      await retryRefused();
      return (await countOf('sent')) === MAILS;
    });
    await second.stop();
    expect(server.taken).toHaveLength(MAILS);
    expect(new Set(server.taken.map(({ to }) => to)).size).toBe(MAILS);
  },
  LIMIT_MS,
);

/** No limit of its own: the test has one. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    expect(await countOf('failed')).toBe(0);
    await pause(100);
  }
}

const refusedForNow = () =>
  world.db
    .selectFrom('messages')
    .where('status', '=', 'waiting')
    .where('reason', 'like', '%later%');

async function countOf(what: 'sent' | 'failed' | 'refused for now'): Promise<number> {
  const rows =
    what === 'refused for now'
      ? refusedForNow()
      : world.db.selectFrom('messages').where('status', '=', what);
  const { count } = await rows
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** As time passes; emails in progress stay with their process. */
async function retryRefused(): Promise<void> {
  await world.db
    .updateTable('messages')
    .set({ due_at: new Date(0), reason: null })
    .where('id', 'in', refusedForNow().select('id'))
    .execute();
}
