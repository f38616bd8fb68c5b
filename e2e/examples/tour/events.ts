import { createServer } from 'node:http';
import { freePort } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { NOWHERE } from '../../contract/prepare/webhooks.ts';
import type { Ask, Shop } from './ask.ts';

const ENDPOINT = '/v1/webhook_endpoints/{webhook_endpoint_id}';

/** Runs with a server that accepts deliveries. */
export async function listen(ask: Ask, shop: Shop): Promise<void> {
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  const port = await freePort();
  receiver.listen(port, '127.0.0.1');
  try {
    await keepEndpoint(ask, shop, `http://127.0.0.1:${port}/hook`);
  } finally {
    receiver.close();
  }
}

async function keepEndpoint(ask: Ask, { token }: Shop, url: string): Promise<void> {
  const { id } = await ask('POST /v1/webhook_endpoints', {
    token,
    body: { url, event_types: ['payment.*', 'invoice.paid'] },
  });
  const one = { token, id };
  await ask(`GET ${ENDPOINT}`, one);
  await ask(`PATCH ${ENDPOINT}`, { ...one, body: { event_types: ['payment.succeeded'] } });
  await ask('GET /v1/webhook_endpoints', { token });
  await ask(`POST ${ENDPOINT}/rotate`, one);
  await ask(`POST ${ENDPOINT}/test`, one);
  const body = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
  await ask(`POST ${ENDPOINT}/replay`, { ...one, body });
  await eventually(async () => {
    const { data } = await ask(`GET ${ENDPOINT}/deliveries`, { ...one, query: 'status=delivered' });
    if (data.length === 0) throw new Error('nothing is delivered yet');
  });
  const { data: newest } = await ask('GET /v1/events', { token, query: 'limit=1' });
  const event = { token, id: newest[0].id };
  await ask(`POST ${ENDPOINT}/replay`, { ...one, body: { event_id: event.id } });
  await eventually(async () => {
    const { data } = await ask('GET /v1/events/{event_id}/deliveries', event);
    if (data[0]?.status !== 'delivered') throw new Error('it is not delivered yet');
  });
  await ask(`DELETE ${ENDPOINT}`, one);
  await markFailing(ask, token);
}

/** An endpoint where no server listens. */
async function markFailing(ask: Ask, token: string): Promise<void> {
  const { id } = await ask('POST /v1/webhook_endpoints', { token, body: { url: NOWHERE } });
  const one = { token, id };
  await ask(`POST ${ENDPOINT}/test`, one);
  await eventually(async () => {
    const { failing_since } = await ask(`GET ${ENDPOINT}`, one);
    if (failing_since === null) throw new Error('nothing has failed yet');
  });
  await ask(`POST ${ENDPOINT}/mark_failing`, one);
  await ask(`DELETE ${ENDPOINT}`, one);
}

export async function lookBack(ask: Ask, { token }: Shop): Promise<void> {
  const narrow = 'type=payment.succeeded&limit=1';
  const { id } = await eventually(async () => {
    const [event] = (await ask('GET /v1/events', { token, query: narrow })).data;
    if (!event) throw new Error('no payment.succeeded yet');
    return event;
  });
  await ask('GET /v1/events/{event_id}', { token, id });
  await ask('GET /v1/events/stream', { token, query: 'after_sequence=0&type=payment.succeeded' });
  await ask('GET /v1/audit_log', { token, query: 'type=api_key.created&limit=1' });
  const { data: mails } = await ask('GET /v1/mails', { token, query: 'status=sent&limit=1' });
  await ask('POST /v1/mails/{mail_id}/resend', { token, id: mails[0].id, body: {} });
}
