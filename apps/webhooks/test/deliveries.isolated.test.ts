import { setTimeout as pause } from 'node:timers/promises';
import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { describe, expect, it, vi } from 'vitest';
import { useWebhooks } from './use-webhooks.ts';

vi.mock('../src/limits.ts', async (sound) => {
  const limits = await sound<typeof import('../src/limits.ts')>();
  return {
    ...limits,
    ATTEMPT_TIMEOUT_MS: 1_000,
    PACE: {
      ...limits.PACE,
      retryDelaysMs: Array(9).fill(50),
      firstPauseMs: 50,
      publishAfterMs: 100,
    },
  };
});
const { webhooks, database, startAnother, happen, receive, createEndpoint } = useWebhooks();

const idsOf = (deliveries: readonly { event_id: string }[]) =>
  deliveries.map(({ event_id }) => event_id).toSorted();

describe('an event', () => {
  it('is sent to each endpoint with a matching type, signed by Standard Webhooks', async () => {
    const [ours, theirs] = [newId(), newId()];
    const [all, payments, others] = [await receive(), await receive(), await receive()];
    const endpoint = await createEndpoint(ours, { url: all.url });
    const some = await createEndpoint(ours, { url: payments.url, event_types: ['payment.*'] });
    await createEndpoint(theirs, { url: others.url });
    const [payment] = await happen(ours, 1);
    const [transaction] = await happen(ours, 1, 'transaction.created');
    await eventually(async () => expect(all.received).toHaveLength(2));
    await eventually(async () => expect(payments.received).toHaveLength(1));
    const events = all.verified(endpoint.secret);
    expect(events.map(({ id }) => id).toSorted()).toEqual([payment, transaction].toSorted());
    expect(payments.verified(some.secret)).toMatchObject([{ id: payment, sequence: 1 }]);
    expect(() => payments.verified(endpoint.secret)).toThrow('No matching signature');
    const { headers, body } = payments.received[0] ?? { headers: {}, body: '' };
    expect(headers).toMatchObject({
      'webhook-id': payment,
      'webhook-signature': expect.stringMatching(/^v1,[\w+/=]{44}$/),
      'content-type': 'application/json',
    });
    const caller = { userId: newId(), accountId: ours, role: 'member' } as const;
    const shown = await webhooks().call('GET', `/v1/events/${payment}`, { caller });
    expect(JSON.parse(body)).toEqual(shown.body);
    await eventually(async () =>
      expect(await some.deliveries()).toEqual([
        {
          id: expect.stringMatching(/^dlv_/),
          object: 'webhook_delivery',
          livemode: false,
          webhook_endpoint_id: some.id,
          event_id: payment,
          event_type: 'payment.created',
          status: 'delivered',
          attempts: 1,
          status_code: 204,
          error: null,
          answer: null,
          last_attempt_at: expect.any(String),
          next_attempt_at: null,
          created_at: expect.any(String),
        },
      ]),
    );
    expect(others.received).toEqual([]);
  });

  it('is sent once by any number of processes, in order for one object', async () => {
    const account = newId();
    const receiver = await receive((response) => setTimeout(() => response.end(), 5));
    const endpoint = await createEndpoint(account, { url: receiver.url });
    const another = await startAnother();
    const ids = await happen(account, 60, 'payment.created', newId());
    await eventually(async () => expect(receiver.received.length).toBeGreaterThan(59));
    expect(receiver.verified(endpoint.secret).map(({ id }) => id)).toEqual(ids);
    await another.stop();
  });

  it('is signed with both secrets after a rotation', async () => {
    const receiver = await receive();
    const account = newId();
    const endpoint = await createEndpoint(account, { url: receiver.url });
    const { status, body } = await endpoint.call('POST', '/rotate');
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    expect(body.secret).not.toBe(endpoint.secret);
    await happen(account, 1);
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    expect(receiver.verified(endpoint.secret)).toEqual(receiver.verified(body.secret));
    // After a day the old one no longer signs.
    await database().query(
      `update webhooks.webhook_endpoints
          set previous_secret_ends_at = previous_secret_ends_at - interval '24 hours'`,
    );
    await happen(account, 1);
    await eventually(async () => expect(receiver.received).toHaveLength(2));
    expect(receiver.verified(body.secret)).toHaveLength(2);
    expect(() => receiver.verified(endpoint.secret)).toThrow('No matching signature');
  });
});

describe('an attempt', () => {
  it('is repeated after a failure until it succeeds', async () => {
    const account = newId();
    const receiver = await receive((response, index) =>
      response.writeHead(index < 3 ? 500 : 200).end(),
    );
    const endpoint = await createEndpoint(account, { url: receiver.url });
    const ids = await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries('status=delivered')).toMatchObject([
        { event_id: ids[0], attempts: 4, status_code: 200, error: null },
      ]),
    );
    expect(new Set(receiver.verified(endpoint.secret).map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('is given up after the tenth failure', async () => {
    const account = newId();
    const receiver = await receive((response) => response.writeHead(503).end('busy'));
    const endpoint = await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries('status=dead')).toMatchObject([
        {
          ...{ attempts: 10, status_code: 503, error: 'responded 503', next_attempt_at: null },
          answer: 'busy',
        },
      ]),
    );
    expect(receiver.received).toHaveLength(10);
  });

  it('stores the beginning of an error response of any length and speed', async () => {
    const account = newId();
    const long = await receive((response) => response.writeHead(400).end('<b>\0'.repeat(100_000)));
    const slow = await receive((response) => void response.writeHead(400).write('never ends'));
    const endpoints = [
      await createEndpoint(account, { url: long.url }),
      await createEndpoint(account, { url: slow.url }),
    ];
    await happen(account, 1);
    await eventually(async () => {
      const [first, second] = await Promise.all(endpoints.map((each) => each.deliveries()));
      expect([first[0].answer?.length > 300, first[0].answer?.length <= 500]).toEqual([true, true]);
      expect(first[0].answer).toMatch(/^(<b>)+/);
      expect(second[0].answer).toBe('never ends');
    });
  });

  it('follows no redirect', async () => {
    const account = newId();
    const secret = await receive();
    const receiver = await receive((response) =>
      response.writeHead(307, { Location: secret.url }).end(),
    );
    const endpoint = await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries()).toMatchObject([
        { status_code: 307, error: 'responded 307; redirects are not followed' },
      ]),
    );
    expect(secret.connections()).toBe(0);
  });

  it('ignores a loop of redirects', async () => {
    const account = newId();
    const receiver = await receive((response) =>
      response.writeHead(308, { Location: receiver.url }).end(),
    );
    const endpoint = await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries('status=dead')).toMatchObject([
        { attempts: 10, status_code: 308 },
      ]),
    );
    expect(receiver.received).toHaveLength(10);
  });

  it.each<[string, string, (response: import('node:http').ServerResponse) => void]>([
    ['no response arrives in time', 'no response within 1 s', () => {}],
    ['the connection is cut', 'UND_ERR_SOCKET', (response) => response.destroy()],
    [
      'the response is not HTTP',
      'does not match the HTTP/1.1 protocol',
      (response) => response.socket?.end('garbage\r\n\r\n'),
    ],
  ])('fails when %s', async (_what, error, answer) => {
    const account = newId();
    const receiver = await receive(answer);
    const endpoint = await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries()).toMatchObject([
        { status_code: null, error: expect.stringContaining(error) },
      ]),
    );
  });

  it('fails if the connection is refused', async () => {
    const account = newId();
    const receiver = await receive();
    await receiver.stop();
    const endpoint = await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await endpoint.deliveries()).toMatchObject([{ error: 'ECONNREFUSED' }]),
    );
  });

  it('succeeds with the status, and does not read an endless body', async () => {
    const account = newId();
    let written = 0;
    const receiver = await receive((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const write = (): void => {
        written += chunk.length;
        if (!response.destroyed) response.write(chunk, write);
      };
      write();
    });
    const endpoint = await createEndpoint(account, { url: receiver.url });
    const ids = await happen(account, 3);
    await eventually(async () =>
      expect(idsOf(await endpoint.deliveries('status=delivered'))).toEqual(ids.toSorted()),
    );
    await eventually(async () => {
      const before = written;
      await pause(100);
      expect(written).toBe(before);
    });
    // Only as much as the connections buffer, instead of 100 MB.
    expect(written).toBeLessThan(50_000_000);
  });
});

describe('an endpoint', () => {
  it('is disabled by a 410, and can be enabled again', async () => {
    const account = newId();
    const receiver = await receive((response) => response.writeHead(410).end());
    const endpoint = await createEndpoint(account, { url: receiver.url });
    const [first] = await happen(account, 1);
    await eventually(async () =>
      expect((await endpoint.call('GET')).body).toMatchObject({
        status: 'disabled',
        disabled_reason: 'it responded 410 Gone',
      }),
    );
    await happen(account, 1);
    const log = () =>
      database().query(
        "select from webhooks.events where account_id = $1 and type like 'payment.%'",
        [account],
      );
    await eventually(async () => expect(await log()).toHaveLength(2));
    const tried = await endpoint.call('POST', '/test');
    expect([tried.status, tried.body.error]).toEqual([409, 'conflict']);
    receiver.answerBy((response) => void response.end());
    expect((await endpoint.call('PATCH', '', { status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
    });
    const [third] = await happen(account, 1);
    await eventually(async () =>
      expect(
        (await endpoint.deliveries()).map((one: { event_id: string }) => one.event_id),
      ).toEqual([third, first]),
    );
    expect(receiver.received.length).toBeLessThanOrEqual(2);
  });

  it('failing for long is reported once, at other endpoints and by mail, and again after a success', async () => {
    const account = newId();
    const receiver = await receive((response) => response.writeHead(500).end());
    const other = await receive();
    const endpoint = await createEndpoint(account, { url: receiver.url });
    const watched = { url: other.url, event_types: ['webhook_endpoint.*'] };
    const { secret } = await createEndpoint(account, watched);
    const receivedTypes = () => other.verified(secret).map(({ type }) => type);
    await happen(account, 2);
    await eventually(async () => expect(receivedTypes()).toEqual(['webhook_endpoint.failing']));
    const [event] = other.verified(secret);
    const since = event?.data.object.failing_since;
    expect(Date.parse(String(since))).toBeLessThan(Date.parse(String(event?.created_at)));
    expect((await endpoint.call('GET')).body).toMatchObject({ failing_since: since });
    const events = 'select type from webhooks.outgoing_events where aggregate_id = $1';
    const id = String(parsePublicId('webhookEndpoint', endpoint.id));
    expect(await database().query(events, [id])).toEqual([{ type: 'webhook_endpoint.failing' }]);
    receiver.answerBy((response) => void response.end());
    await eventually(async () =>
      expect((await endpoint.call('GET')).body).toMatchObject({ failing_since: null }),
    );
    receiver.answerBy((response) => response.writeHead(410).end());
    await happen(account, 1);
    await eventually(async () =>
      expect(receivedTypes()).toEqual(['webhook_endpoint.failing', 'webhook_endpoint.disabled']),
    );
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).not.toContain(
      'webhook_endpoint.failing',
    );
  });

  it('is not called until its Retry-After has passed', async () => {
    const account = newId();
    const receiver = await receive((response, index) => {
      if (index === 0) response.writeHead(429, { 'Retry-After': '2' }).end();
      else response.end();
    });
    await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    await happen(account, 1);
    await eventually(async () => expect(receiver.received).toHaveLength(3));
    const [first, second] = receiver.received;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(1_900);
  });

  it('delays no other endpoint while dead', async () => {
    const [dead, alive] = [newId(), newId()];
    const hole = await receive(() => {});
    const receiver = await receive();
    const stuck = await createEndpoint(dead, { url: hole.url });
    await createEndpoint(alive, { url: receiver.url });
    await happen(dead, 200);
    for (let count = 1; count <= 10; count += 1) {
      await happen(alive, 1);
      await eventually(async () => expect(receiver.received).toHaveLength(count));
    }
    expect(await stuck.deliveries('status=delivered')).toEqual([]);
    // Few were tried: after some failures one at a time.
    expect(hole.received.length).toBeLessThan(100);
  });

  it('receives a test event', async () => {
    const account = newId();
    const receiver = await receive();
    const endpoint = await createEndpoint(account, {
      url: receiver.url,
      event_types: ['invoice.paid'],
    });
    const { status, body } = await endpoint.call('POST', '/test');
    expect([status, body.status, body.event_type]).toEqual([
      200,
      'pending',
      'webhook_endpoint.test',
    ]);
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    expect(receiver.verified(endpoint.secret)).toMatchObject([
      { id: body.event_id, type: 'webhook_endpoint.test', sequence: null },
    ]);
  });

  it('receives all events of a replay, delivered or not, in order', async () => {
    const account = newId();
    const receiver = await receive();
    const endpoint = await createEndpoint(account, {
      url: receiver.url,
      event_types: ['payment.created'],
    });
    const from = new Date().toISOString();
    const thing = newId();
    const ids = await happen(account, 30, 'payment.created', thing);
    await happen(account, 1, 'transaction.created');
    await eventually(async () => expect(receiver.received).toHaveLength(30));
    const to = new Date().toISOString();
    const { status, body } = await endpoint.call('POST', '/replay', { from, to });
    expect([status, body]).toEqual([200, { object: 'webhook_replay', deliveries: 30 }]);
    await eventually(async () => expect(receiver.received).toHaveLength(60));
    expect(receiver.verified(endpoint.secret).map(({ id }) => id)).toEqual([...ids, ...ids]);
    const before = { from: '2020-01-01', to: '2020-01-02' };
    expect((await endpoint.call('POST', '/replay', before)).body.deliveries).toBe(0);
  });

  it('receives one replayed event, even of another type', async () => {
    const account = newId();
    const receiver = await receive();
    const endpoint = await createEndpoint(account, {
      url: receiver.url,
      event_types: ['payment.created'],
    });
    const [event] = await happen(account, 1, 'transaction.created');
    const [theirs] = await happen(newId(), 1);
    const caller = { userId: newId(), accountId: account, role: 'owner' } as const;
    const listDeliveries = (by: object = caller, query = '') =>
      webhooks().call('GET', `/v1/events/${event}/deliveries${query}`, { caller: by });
    await eventually(async () => expect((await listDeliveries()).status).toBe(200));
    const again = (body: object) => endpoint.call('POST', '/replay', body);
    expect((await again({ event_id: event })).body.deliveries).toBe(1);
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    const instant = new Date().toISOString();
    for (const wrong of [
      { event_id: theirs },
      { event_id: 'evt_none' },
      { event_id: event, from: instant, to: instant },
      {},
    ])
      expect((await again(wrong)).body.error).toBe('invalid_request');
    expect((await listDeliveries()).body.data).toMatchObject([
      { webhook_endpoint_id: endpoint.id, event_id: event },
    ]);
    expect((await listDeliveries({ ...caller, accountId: newId() })).status).toBe(404);
    const cursor = `?starting_after=${toPublicId('webhookDelivery', newId())}`;
    expect((await listDeliveries(caller, cursor)).body.error).toBe('invalid_request');
  });

  it('receives nothing after its deletion', async () => {
    const account = newId();
    const receiver = await receive();
    const endpoint = await createEndpoint(account, { url: receiver.url });
    expect((await endpoint.call('DELETE')).status).toBe(200);
    const control = await createEndpoint(account, { url: receiver.url });
    await happen(account, 1);
    await eventually(async () =>
      expect(await control.deliveries('status=delivered')).toHaveLength(1),
    );
    expect(receiver.received).toHaveLength(1);
    expect((await endpoint.call('GET')).status).toBe(404);
    expect((await endpoint.call('GET', '/deliveries')).status).toBe(404);
  });
});
