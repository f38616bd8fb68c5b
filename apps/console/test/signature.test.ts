import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { examine, type Received } from '../web/core/signature.ts';

const now = new Date('2026-01-31T12:00:00Z');
const key = randomBytes(24);
const seconds = String(now.getTime() / 1_000);

/** A webhook as Florin sends it, with the given changes. */
function received(body: string, change: Partial<Received> = {}): Received {
  const signed = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64');
  return {
    ...{ secret: `whsec_${key.toString('base64')}`, id: 'evt_1', timestamp: seconds, body },
    signature: `v1,${randomBytes(32).toString('base64')} v1,${signed}`,
    ...change,
  };
}

const body = '{"amount":1,"name":"Grüße"}';

it.each([
  ['right', received(body)],
  ['right', received(body, { secret: ` whsec_${key.toString('base64')}\n` })],
  ['missing', received(body, { id: '' })],
  ['badSecret', received(body, { secret: key.toString('base64') })],
  ['badSecret', received(body, { secret: 'whsec_a' })],
  ['badTimestamp', received(body, { timestamp: '2026-01-31T12:00:00Z' })],
  ['badHeader', received(body, { signature: 'sha256=abc' })],
  ['trimmed', received(body, { body: `${body}\n` })],
  ['reparsed', received(body, { body: '{ "amount": 1, "name": "Grüße" }' })],
  ['wrong', received(body, { body: body.replace('1', '2') })],
  ['wrong', received(body, { id: 'evt_2' })],
  ['wrong', received(body, { secret: `whsec_${randomBytes(24).toString('base64')}` })],
] as const)('detects: %s', async (finding, given) => {
  expect(await examine(given, now)).toBe(finding);
});

it('detects a valid signature that is too old or too new', async () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(await examine(received(body), at(4.9))).toBe('right');
  expect(await examine(received(body), at(5.1))).toBe('old');
  expect(await examine(received(body), at(-5.1))).toBe('old');
});
