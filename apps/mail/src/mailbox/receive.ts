import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Db } from '../schema.ts';
import type { SmtpSettings } from '../smtp/settings.ts';
import { keepReceived } from './queries.ts';

const SIZE_MAX = 1_000_000;
const CLIENTS_MAX = 20;
const HOST = '127.0.0.1';
const USER = 'florin';

/**
 * In-process mail server for development: stores email for `/dev/mail` and forwards nothing. Its
 * password keeps other local processes out.
 */
export async function startMailbox(
  db: Db,
  onError: (error: unknown) => void,
): Promise<{ readonly smtp: SmtpSettings; readonly stop: () => Promise<void> }> {
  const password = randomBytes(24).toString('base64url');
  const server = new SMTPServer({
    ...{ size: SIZE_MAX, maxClients: CLIENTS_MAX, allowInsecureAuth: true, hideSTARTTLS: true },
    ...{ disableReverseLookup: true, logger: false, closeTimeout: 500 },
    onAuth({ username, password: given }, _session, done) {
      const isRight = username === USER && isSame(given ?? '', password);
      if (isRight) done(null, { user: USER });
      else done(new Error('the password is wrong'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // Messages that are too large are read to the end, but not stored.
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('the mail is too large'), { responseCode: 552 }));
          return;
        }
        const receivers = session.envelope.rcptTo.map(({ address }) => address);
        keepReceived(db, receivers, Buffer.concat(chunks)).then(
          () => done(),
          (error: unknown) => {
            onError(error);
            done(Object.assign(new Error('the mail could not be stored'), { responseCode: 451 }));
          },
        );
      });
    },
  });
  server.on('error', onError);
  const listening = server.listen(0, HOST);
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    smtp: {
      url: `smtp://${USER}:${password}@${HOST}:${port}`,
      from: 'florin@localhost.localdomain',
      dkim: undefined,
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
