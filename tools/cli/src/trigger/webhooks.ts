import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Happened, type Stage, until } from './stage.ts';

/** An endpoint where nobody listens, of which an hour is not waited for. */
export async function failAtEndpoint({ florin, say }: Stage): Promise<Happened> {
  const url = 'http://127.0.0.1:9/nobody';
  const { id } = await florin.post('/v1/webhook_endpoints', { body: { url } });
  say(`made an endpoint where nobody listens, ${id}`);
  const path = { webhook_endpoint_id: id };
  await florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/test', { path });
  await until('something to fail there', async () => {
    const endpoint = await florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}', { path });
    return endpoint.failing_since === null ? undefined : true;
  });
  say('sent it something, which failed');
  await florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/mark_failing', { path });
  return { objectId: id };
}

/** An endpoint that says that it is gone (RFC 9110 section 15.5.11), as soon as anything comes. */
export async function disableEndpoint(stage: Stage): Promise<Happened> {
  const server = createServer((_request, response) => response.writeHead(410).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const url = `http://127.0.0.1:${port}/gone`;
    const { id } = await stage.florin.post('/v1/webhook_endpoints', { body: { url } });
    stage.say(`made an endpoint here that answers 410 Gone, ${id}`);
    const path = { webhook_endpoint_id: id };
    await stage.florin.post('/v1/customers', { body: { name: 'Grace Hopper' } });
    stage.say('made a customer, of which it is told');
    await until('the endpoint to be disabled', async () => {
      const endpoint = await stage.florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}', {
        path,
      });
      return endpoint.status === 'disabled' ? true : undefined;
    });
    return { objectId: id };
  } finally {
    server.close();
  }
}
