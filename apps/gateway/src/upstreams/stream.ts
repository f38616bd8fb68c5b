import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { type Headers, toRelayedHeaders } from './headers.ts';

/** Passes one request on and its answer back as it comes; rejects when that cannot begin. */
export type ForwardStream = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers,
) => Promise<void>;

export function makeForwardStream(target: string): ForwardStream {
  const proxy = createProxyMiddleware({
    target,
    agent: new Agent(),
    // The default ones answer in plain text and print addresses.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyRes', (answer) => {
          const { headers } = answer;
          const relayed = toRelayedHeaders(headers);
          for (const name of Object.keys(headers)) if (!(name in relayed)) delete headers[name];
        });
      },
    ],
  });
  return (request, response, headers) =>
    new Promise((resolve, reject) => {
      // The library copies the headers it finds here: this leaves it none but ours.
      request.headers = { ...headers };
      response.once('close', resolve);
      proxy(request, response, (error) => reject(error ?? new Error('it was not passed on'))).catch(
        reject,
      );
    });
}
