import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TriggerContext, type TriggerResult, until } from './context.ts';

/**
 * An endpoint without a server; `mark_failing` reports its first failure without the usual hour's
 * wait.
 */
export async function failAtEndpoint(
  { florin, say }: TriggerContext,
  url = 'http://127.0.0.1:9/nobody',
): Promise<TriggerResult> {
  const { id } = await florin.post('/v1/webhook_endpoints', { body: { url } });
  say(`created an endpoint without a server, ${id}`);
  const path = { webhook_endpoint_id: id };
  await florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/test', { path });
  await until('something to fail there', async () => {
    const endpoint = await florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}', { path });
    return endpoint.failing_since === null ? undefined : true;
  });
  say('sent it a test event, which failed');
  await florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/mark_failing', { path });
  return { objectId: id };
}

/** An endpoint that answers 410 Gone (RFC 9110 section 15.5.11) to any delivery. */
export function disableEndpoint({ florin, say }: TriggerContext): Promise<TriggerResult> {
  return whileAnswering(
    () => 410,
    async (url) => {
      const { id } = await florin.post('/v1/webhook_endpoints', { body: { url } });
      say(`created a local endpoint that answers 410 Gone, ${id}`);
      const path = { webhook_endpoint_id: id };
      await florin.post('/v1/customers', { body: { name: 'Grace Hopper' } });
      say('created a customer, whose event is delivered to it');
      await until('the endpoint to be disabled', async () => {
        const endpoint = await florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}', { path });
        return endpoint.status === 'disabled' ? true : undefined;
      });
      return { objectId: id };
    },
  );
}

/** Runs an action while a local server answers every request with this status. */
async function whileAnswering<Value>(
  statusNow: () => number,
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const server = createServer((_request, response) => response.writeHead(statusNow()).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work(`http://127.0.0.1:${port}/`);
  } finally {
    server.close();
  }
}
