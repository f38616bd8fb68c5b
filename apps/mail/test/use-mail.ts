import { type Caller, newId } from '@florin/contracts';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startMailServer } from './mail-server.ts';
import { createMailWorld, type MailWorld, smtpAt, startMail } from './start-mail.ts';

/** The service with an external mail server, for the tests of one file. */
export function useMail() {
  let world: MailWorld;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let mail: Awaited<ReturnType<typeof startMail>>;
  beforeAll(async () => {
    world = await createMailWorld();
    server = await startMailServer();
    mail = await startMail(world, smtpAt(server.port));
  });
  afterEach(async () => {
    await world.db.deleteFrom('messages').execute();
    await world.db.deleteFrom('suppressions').execute();
    server.taken.splice(0);
  });
  afterAll(async () => {
    await mail.stop();
    await server.stop();
    await world.stop();
  });
  return {
    world: () => world,
    server: () => server,
    mail: () => mail,
    async restart(options: Parameters<typeof startMail>[2]) {
      await mail.stop();
      mail = await startMail(world, smtpAt(server.port), options);
    },
  };
}

export const person = (
  role: Caller['role'],
  accountId: string | null = newId(),
): Partial<Caller> => ({ ...{ userId: newId(), sessionId: newId(), accountId, role } });
