import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../listen.ts';
import type { Metrics } from './create-metrics.ts';

/** Answers a scrape. */
export async function answerScrape(metrics: Metrics, response: ServerResponse): Promise<void> {
  const { contentType, text } = await metrics.show();
  response.setHeader('Content-Type', contentType);
  response.end(text);
}

/** Serves metrics at a port of their own, for a process whose other port is public. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics')
      return void answerScrape(metrics, response).catch(() => response.destroy());
    response.statusCode = 404;
    response.end();
  });
  await listen(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
