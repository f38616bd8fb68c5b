import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { listen } from '@florin/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutUnread } from './answer.ts';

const UNREAD_MS = 500;
/** More than the buffers of both sides hold. */
const BYTES = 32_000_000;
const server = createServer((_request, response) => {
  cutUnread(response, UNREAD_MS);
  response.end(Buffer.alloc(BYTES));
});
let answering: Promise<ServerResponse>;
let port: number;

beforeEach(async () => {
  await listen(server, 0, '127.0.0.1');
  port = (server.address() as AddressInfo).port;
  answering = once(server, 'request').then(([, response]) => response);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function ask() {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return socket;
}

describe('an answer', () => {
  it('that the client does not read is cut', async () => {
    const socket = ask();
    const response = await answering;
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
    socket.destroy();
  });
});
