import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@florin/runtime/http';
import { listen } from '../listen.ts';
import type { Metrics } from './create-metrics.ts';
import { requireMetricsToken } from './require-metrics-token.ts';

/** Answers a scrape. */
export async function answerScrape(metrics: Metrics, response: ServerResponse): Promise<void> {
  const { contentType, text } = await metrics.show();
  response.setHeader('Content-Type', contentType);
  response.end(text);
}

export interface MetricsPlace {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Required bearer token; undefined if scrapes need none. */
  readonly token?: string | undefined;
}

/** Serves metrics on a separate port, for a process whose main port is public. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, token }: MetricsPlace,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const scrape = requireMetricsToken(token, (_request, response) =>
    answerScrape(metrics, response).catch(() => response.destroy()),
  );
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.url === '/metrics') return void scrape(request, response);
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
