import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from '../src/index.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const body = '{"id":"evt_1","type":"payment.succeeded"}';
const now = Math.floor(Date.now() / 1_000);

function sign(content: string): string {
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function headersOf(change: object = {}, seconds = now) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': sign(`evt_1.${seconds}.${body}`),
    ...change,
  };
}

describe('a webhook', () => {
  it('is verified by its signature, with both kinds of headers', async () => {
    const event = { id: 'evt_1', type: 'payment.succeeded' };
    expect(await verifyWebhook({ secret: SECRET, headers: headersOf(), body })).toEqual(event);
    const headers = new Headers(headersOf());
    expect(await verifyWebhook({ secret: [OTHER, SECRET], headers, body })).toEqual(event);
    const signature = `v2,x v1,!! v1,AAAA ${headers.get('webhook-signature')}`;
    const several = headersOf({ 'webhook-signature': signature });
    expect(await verifyWebhook({ secret: SECRET, headers: several, body })).toEqual(event);
  });

  it.each([
    ['another body', { body: body.replace('1', '2') }],
    ['another secret', { secret: OTHER }],
    ['another id', { headers: headersOf({ 'webhook-id': 'evt_2' }) }],
    ['another time', { headers: headersOf({ 'webhook-timestamp': String(now - 1) }) }],
    ['an old time', { headers: headersOf({}, now - 400) }],
    ['a time to come', { headers: headersOf({}, now + 400) }],
    ['an invalid time', { headers: headersOf({ 'webhook-timestamp': 'now' }) }],
    ['no signature', { headers: headersOf({ 'webhook-signature': undefined }) }],
    ['two signature headers', { headers: headersOf({ 'webhook-signature': ['v1,a', 'v1,b'] }) }],
    ['a signature of another kind', { headers: headersOf({ 'webhook-signature': 'v1a,AAAA' }) }],
  ])('is refused for %s', async (_what, change) => {
    const webhook = { secret: SECRET, headers: headersOf(), body, ...change };
    await expect(verifyWebhook(webhook)).rejects.toThrow(WebhookError);
  });
});
