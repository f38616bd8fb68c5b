import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSigned, type Receiver, startReceiver } from './receiver.ts';

// The example of the specification of Standard Webhooks.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const send = async (url: string, given: Record<string, string> = headers) =>
  (await fetch(url, { method: 'POST', headers: given, body })).status;

it('accepts deliveries, and counts repeated and unsigned ones', async () => {
  receiver.expect(0, secret);
  const url = receiver.urlOf(0);
  expect(await send(url)).toBe(204);
  expect(await send(url)).toBe(204);
  expect(await send(url, { ...headers, 'webhook-id': 'msg_other' })).toBe(204);
  expect(await send(receiver.urlOf(1))).toBe(404);
  const [delivered] = receiver.delivered();
  expect([...(delivered?.ids ?? [])]).toEqual([headers['webhook-id']]);
  expect(delivered).toMatchObject({ unsigned: 1, again: 1 });
});

it("finds a valid signature among several, and rejects another key's", () => {
  const two = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
  expect(isSigned(two, body, secret)).toBe(true);
  expect(isSigned(headers, `${body} `, secret)).toBe(false);
  expect(isSigned(headers, body, 'whsec_AAAA')).toBe(false);
  expect(isSigned({}, body, secret)).toBe(false);
});
