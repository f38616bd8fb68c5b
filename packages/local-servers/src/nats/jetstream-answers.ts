import { connect, type Socket } from 'node:net';
import type { NatsUser } from './nats-users.ts';

/** A local server and a user with access to its JetStream, unless it is open. */
export interface Probed {
  readonly port: number;
  readonly user: Pick<NatsUser, 'name' | 'password'> | undefined;
}

const inbox = '_INBOX.florin-probe';

function questionOf({ user }: Probed): string {
  const credentials = user && { user: user.name, pass: user.password };
  const options = JSON.stringify({ verbose: false, ...credentials });
  return `CONNECT ${options}\r\nSUB ${inbox} 1\r\nPUB $JS.API.INFO ${inbox} 0\r\n\r\n`;
}

/** The greeting and an answer have some hundred bytes each. */
const receivedBytesMax = 64_000;

/**
 * Whether JetStream answers in time. After a full disk, a server may greet and report health while
 * its JetStream never answers again.
 */
export function jetStreamAnswers(probed: Probed, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect(probed.port, '127.0.0.1', () =>
      socket.write(questionOf(probed)),
    );
    const end = (answers: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    const timer = setTimeout(() => end(false), timeoutMs);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.includes(`MSG ${inbox} `)) end(true);
      else if (received.length > receivedBytesMax) end(false);
    });
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
