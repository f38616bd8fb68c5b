import { connect, type Socket } from 'node:net';
import type { NatsUser } from './nats-users.ts';

/** A server of this machine, and one who may ask its JetStream; nobody where it is open. */
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

/** The server's greeting and an answer are some hundred bytes each. */
const receivedBytesMax = 64_000;

/**
 * Whether JetStream answers within this time. A server whose disk was full still greets, and says
 * that it is healthy, but its JetStream may never answer again.
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
