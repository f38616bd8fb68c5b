import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from './connection.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<number> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const request = 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello';

describe('a connection', () => {
  it('reuses the connection for one request after the other', async () => {
    const ports = new Set<number | undefined>();
    const port = await serve((asked, response) => {
      ports.add(asked.socket.remotePort);
      response.statusCode = 201;
      asked.on('data', (body) => response.end(`heard ${body}`));
    });
    const connection = openConnection(port);
    for (let time = 0; time < 3; time += 1)
      expect(await connection.ask(request)).toEqual({ status: 201, body: 'heard hello' });
    expect(ports.size).toBe(1);
    connection.close();
  });

  it('waits for an answer that arrives in pieces', async () => {
    const port = await serve((asked, response) => {
      asked.resume();
      response.writeHead(402, { 'Content-Length': 6 });
      response.write('one');
      setTimeout(() => response.end('two'), 30);
    });
    const connection = openConnection(port);
    expect(await connection.ask(request)).toEqual({ status: 402, body: 'onetwo' });
    connection.close();
  });

  it('fails when it is closed, and reconnects for the next request', async () => {
    let asked = 0;
    const port = await serve((_, response) => {
      asked += 1;
      if (asked === 1) response.destroy();
      else response.end('again');
    });
    const connection = openConnection(port);
    await expect(connection.ask(request)).rejects.toThrow();
    expect(await connection.ask(request)).toEqual({ status: 200, body: 'again' });
    connection.close();
  });

  it('does not wait for ever for an answer without a length', async () => {
    const port = await serve((asked, response) => {
      asked.resume();
      response.write('some');
      response.end('more');
    });
    const connection = openConnection(port);
    await expect(connection.ask(request)).rejects.toThrow('length');
    connection.close();
  });
});
