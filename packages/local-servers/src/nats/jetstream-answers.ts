import { connect, type Socket } from 'node:net';

const inbox = '_INBOX.florin-probe';
const question = `CONNECT {"verbose":false}\r\nSUB ${inbox} 1\r\nPUB $JS.API.INFO ${inbox} 0\r\n\r\n`;
/** The server's greeting and an answer are some hundred bytes each. */
const heardBytesMax = 64_000;

/**
 * Whether JetStream answers within this time. A server whose disk was full still greets, and says
 * that it is healthy, but its JetStream may never answer again.
 */
export function jetStreamAnswers(port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(question));
    const end = (answers: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    const timer = setTimeout(() => end(false), timeoutMs);
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
      if (heard.includes(`MSG ${inbox} `)) end(true);
      else if (heard.length > heardBytesMax) end(false);
    });
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
