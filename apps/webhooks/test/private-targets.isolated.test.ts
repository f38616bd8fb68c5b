import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { describe, expect, it, vi } from 'vitest';
import { makeGuardedAgent, makeOpenAgent, type Resolve } from '../src/deliveries/guarded-agent.ts';
import { send as attempt } from '../src/deliveries/send.ts';
import { ownerOf, useWebhooks } from './use-webhooks.ts';

vi.mock('../src/limits.ts', async (sound) => {
  const limits = await sound<typeof import('../src/limits.ts')>();
  return { ...limits, ATTEMPT_TIMEOUT_MS: 1_000 };
});
const { webhooks, happen, receive, createEndpoint } = useWebhooks({ allowsPrivate: false });

/** Ways to address this machine, or one next to it. */
const TARGETS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  '169.254.169.254',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '224.0.0.1',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[64:ff9b::7f00:1]',
];
const REFUSED = /^\S+ is not a public address; requests to it are blocked$/;
const message = { headers: {}, keepsAnswer: true, body: '{}' };

describe('an endpoint at a private address', () => {
  it.each(TARGETS)('is never connected to: %s', async (host) => {
    const receiver = await receive();
    const account = newId();
    const url = `https://${host}:${receiver.port}/hook`;
    const endpoint = await createEndpoint(account, { url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries()).toMatchObject([
        { attempts: 1, status_code: null, error: expect.stringMatching(REFUSED) },
      ]),
    );
    expect(receiver.connections()).toBe(0);
  });

  it('would be reached without the guard', async () => {
    const receiver = await receive();
    const dispatcher = makeOpenAgent(1);
    for (const host of ['127.0.0.1', '2130706433', '0.0.0.0', 'localhost'])
      expect(
        await attempt(dispatcher, { ...message, url: `http://${host}:${receiver.port}/` }),
      ).toMatchObject({ statusCode: 204 });
    expect(receiver.connections()).toBeGreaterThan(0);
  });

  it('requires https, and allows no user and password', async () => {
    const caller = ownerOf(newId());
    for (const url of [
      'http://example.com/',
      'https://ada:secret@example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'example.com',
      'https://',
      7,
    ]) {
      const body = { url };
      const answer = await webhooks().call('POST', '/v1/webhook_endpoints', { caller, body });
      expect([url, answer.status, answer.body.error]).toEqual([url, 400, 'invalid_request']);
      expect(answer.body.message).not.toContain('secret');
    }
  });
});

describe('a DNS name', () => {
  /** Unassigned, so nothing is routed there. */
  const PUBLIC = { address: '2d00::1', family: 6 };
  const PRIVATE = { address: '127.0.0.1', family: 4 };
  /** A resolver that returns one list of addresses per query. */
  const answering =
    (...answers: readonly (readonly (typeof PUBLIC)[])[]): Resolve =>
    (_name, done) => {
      asked += 1;
      done(null, answers[Math.min(asked, answers.length) - 1] ?? []);
    };
  let asked = 0;

  async function send(resolve: Resolve, port: number, ports?: ReadonlySet<number>) {
    asked = 0;
    const dispatcher = makeGuardedAgent(1, ports, resolve);
    const url = `http://rebinding.example:${port}/`;
    const result = await attempt(dispatcher, { ...message, url });
    await dispatcher.destroy();
    return result;
  }

  it('with any private address is not connected to', async () => {
    const receiver = await receive();
    for (const addresses of [[PRIVATE], [PUBLIC, PRIVATE], [PRIVATE, PUBLIC]]) {
      const { error } = await send(answering(addresses), receiver.port);
      expect(error).toMatch(REFUSED);
    }
    expect(receiver.connections()).toBe(0);
  });

  it('is looked up once per connection, so a later change has no effect', async () => {
    const receiver = await receive();
    const { error } = await send(answering([PUBLIC], [PRIVATE]), receiver.port);
    expect(error).not.toBeNull();
    expect(asked).toBe(1);
    expect(receiver.connections()).toBe(0);
  });

  it('is not even looked up on a forbidden port', async () => {
    const receiver = await receive();
    const { error } = await send(answering([PUBLIC]), receiver.port, new Set([443, 80]));
    expect(error).toBe(`port ${receiver.port} is not allowed`);
    expect(asked).toBe(0);
    // A URL's default port counts too.
    expect((await send(answering([PRIVATE]), 80, new Set([443]))).error).toBe(
      'port 80 is not allowed',
    );
    expect((await send(answering([PRIVATE]), 80, new Set([80]))).error).toMatch(REFUSED);
  });
});
