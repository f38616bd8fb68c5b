import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, call, processes, readOutput } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { DATA_VARIABLE, type Florin, startFlorin, useFlorin } from '../start-florin.ts';
import { type Collector, type Span, startCollector } from './collector.ts';
import { childrenOf, drawTrace, pathTo } from './traces.ts';

const root = join(import.meta.dirname, '../..');
let collector: Collector;
let florin: Florin;

beforeAll(async () => {
  collector = await startCollector();
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  florin = await startFlorin();
  useFlorin(florin);
});
afterAll(async () => {
  await florin?.stop();
  await collector?.stop();
});

/** The first span with this name below a span with this request id; throws if it is missing. */
function spanOf(requestId: string | null, service: string, name: string): Span {
  const first = collector.spans.find((span) => span.attributes['florin.request_id'] === requestId);
  if (!first) throw new Error(`no span of request ${requestId}`);
  const trace = collector.spans.filter(({ traceId }) => traceId === first.traceId);
  const found = trace.find((span) => span.service === service && span.name.startsWith(name));
  if (!found) throw new Error(`no span ${name} of ${service} but ${namesOf(trace)}`);
  // Every ancestor has been sent too.
  pathTo(collector.spans, found);
  return found;
}

async function findSpan(...wanted: Parameters<typeof spanOf>): Promise<Span> {
  try {
    return await eventually(async () => spanOf(...wanted));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${tracingLogs()}`);
  }
}

/** Log lines of processes about spans that they could not send. */
function tracingLogs(): string {
  const lines = readOutput().split('\n');
  return lines.filter((line) => line.includes('"tracing"')).join('\n');
}

const namesOf = (spans: readonly Span[]) => spans.map(({ service, name }) => `${service}: ${name}`);

describe('a trace', () => {
  it('leads from the gateway through HTTP and gRPC to the consumer of an event', async () => {
    const password = `pass ${randomBytes(8).toString('hex')}`;
    const body = { email: newEmail(), name: 'Ada', type: 'business', password };
    const { status, headers } = await call('POST', '/v1/accounts', { body });
    expect(status).toBe(201);
    const requestId = headers.get('Request-Id');
    const consumed = await findSpan(requestId, 'florin-webhooks', 'consume user.created');
    const path = pathTo(collector.spans, consumed);
    expect(namesOf(path)).toEqual([
      'florin-gateway: POST /v1/accounts',
      'florin-gateway: ask accounts',
      'florin-accounts: POST /v1/accounts',
      expect.stringMatching(/^florin-accounts: florin\.identity\.v1\.IdentityService\//),
      expect.stringMatching(/^florin-identity: florin\.identity\.v1\.IdentityService\//),
      'florin-identity: publish user.created',
      'florin-webhooks: consume user.created',
    ]);
    const [rpc] = path.slice(4);
    const statements = childrenOf(collector.spans, rpc).map(({ name }) => name);
    expect(statements).toEqual(
      expect.arrayContaining(['begin', 'insert outgoing_events', 'commit']),
    );
    if (process.env.FLORIN_DRAW_TRACES)
      process.stdout.write(`${drawTrace(collector.spans, consumed.traceId)}\n`);
    await eventually(async () => {
      const lines = readOutput()
        .split('\n')
        .filter((line) => line.includes(`${requestId}`));
      const answered = lines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'answered');
      expect(answered.map(({ trace_id }) => trace_id)).toEqual([
        consumed.traceId,
        consumed.traceId,
      ]);
    });
  });

  it('leads through a batch of the ledger', async () => {
    const { token, accountId } = await newOwner();
    const { status, headers } = await call('POST', '/v1/transactions', {
      token,
      body: { account_id: accountId, type: 'credit', amount: 500, currency: 'USD' },
    });
    expect(status).toBe(201);
    const requestId = headers.get('Request-Id');
    const consumed = await findSpan(requestId, 'florin-webhooks', 'consume transaction.created');
    expect(namesOf(pathTo(collector.spans, consumed))).toEqual([
      'florin-gateway: POST /v1/transactions',
      'florin-gateway: ask ledger',
      'florin-ledger: POST /v1/transactions',
      'florin-ledger: submit create',
      'florin-ledger: publish transaction.created',
      'florin-webhooks: consume transaction.created',
    ]);
    const submitted = await findSpan(requestId, 'florin-ledger', 'submit create');
    const batch = await findSpan(requestId, 'florin-ledger', 'batch');
    expect(submitted.attributes['florin.batch.span_id']).toBe(batch.spanId);
    expect(childrenOf(collector.spans, batch).map(({ name }) => name)).toEqual([
      'lock and load',
      'save and commit',
    ]);
    if (process.env.FLORIN_DRAW_TRACES)
      process.stdout.write(`${drawTrace(collector.spans, consumed.traceId)}\n`);
  });

  it('links a batch to every request that it serves', async () => {
    const { token, accountId } = await newOwner();
    const body = { account_id: accountId, type: 'credit', amount: 1, currency: 'USD' };
    await eventually(async () => {
      const calls = Array.from({ length: 32 }, () =>
        call('POST', '/v1/transactions', { token, body }),
      );
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 201));
      const ids = answers.map(({ headers }) => headers.get('Request-Id'));
      // One by one: parallel searches would block the collector, which runs in this process.
      for (const id of ids) await findSpan(id, 'florin-ledger', 'submit create');
      const batch = collector.spans.find(({ name, links }) => name === 'batch' && links.length > 0);
      if (!batch) throw new Error('each request was in a batch of its own');
      const served = collector.spans.filter(
        ({ attributes }) => attributes['florin.batch.span_id'] === batch.spanId,
      );
      expect(served).toHaveLength(Number(batch.attributes['florin.batch.size']));
      expect(batch.links).toHaveLength(served.length - 1);
      for (const member of served)
        expect(member.links).toMatchObject([{ traceId: batch.traceId, spanId: batch.spanId }]);
      const others = served.filter(({ spanId }) => spanId !== batch.parentSpanId);
      expect(batch.links.map(({ spanId }) => spanId).toSorted()).toEqual(
        others.map(({ spanId }) => spanId).toSorted(),
      );
      expect(new Set(served.map(({ traceId }) => traceId)).size).toBe(served.length);
    });
  });

  it("starts at the gateway, linked to the client's trace, which is not trusted", async () => {
    const traceId = randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    const { headers } = await call('GET', '/v1/plans', {
      headers: { traceparent: `00-${traceId}-${spanId}-01` },
    });
    const first = await findSpan(headers.get('Request-Id'), 'florin-gateway', 'GET /v1/plans');
    expect(first.traceId).not.toBe(traceId);
    expect(first.parentSpanId).toBeUndefined();
    expect(first.links).toMatchObject([{ traceId, spanId }]);
  });

  it('contains no secret: no password, token, or path of a payment page', async () => {
    const owner = await newOwner();
    const { body } = await owner.call('POST', '/v1/payments', {
      body: {
        account_id: owner.accountId,
        amount: 500,
        currency: 'USD',
        customer_email: 'canary-payer@example.com',
        reference: 'canary-ref',
      },
    });
    const pageToken = new URL(body.payment_url).pathname.split('/').at(-1) ?? '';
    const page = await fetch(`${baseUrl()}/pay/${pageToken}`);
    expect(page.status).toBe(200);
    await call('GET', '/v1/users/canary-path', { token: owner.token });
    await findSpan(page.headers.get('Request-Id'), 'florin-ledger', 'GET /pay/{token}');
    const text = collector.text();
    const secrets = [owner.password, owner.token, owner.refreshToken, pageToken];
    for (const secret of [...secrets, owner.email, 'canary']) expect(text).not.toContain(secret);
  });
});

describe('metrics', () => {
  let exported: readonly string[];
  let page: string;

  beforeAll(async () => {
    page = await readFile(join(root, 'docs/operating/metrics.md'), 'utf8');
    const token = await readFile(join(process.env[DATA_VARIABLE] ?? '', 'metrics-token'), 'utf8');
    const headers = { Authorization: `Bearer ${token}` };
    const texts = await Promise.all(
      listScrapes().map(async (url) => (await fetch(url, { headers })).text()),
    );
    const present = /^# HELP (\w+) /gm;
    const names = texts.flatMap((text) => [...text.matchAll(present)]);
    exported = [...new Set(names.map(([, name = '']) => name))].toSorted();
  });

  it('of every process are those in docs/operating/metrics.md', () => {
    const documented = [...page.matchAll(/^\| `(florin_\w+)`/gm)].map(([, name = '']) => name);
    const table = documented.filter((name, index) => documented.indexOf(name) === index);
    expect(table.toSorted()).toEqual(exported);
  });

  it("include all of the dashboard's, which draws them all", async () => {
    const dashboard = await readFile(join(root, 'deploy/grafana/florin.json'), 'utf8');
    const drawn = [...dashboard.matchAll(/florin_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    );
    expect([...new Set(drawn)].toSorted()).toEqual(exported);
  });

  it('are not served to clients', async () => {
    expect((await fetch(`${baseUrl()}/metrics`)).status).toBe(404);
  });
});

/** Metrics addresses of all processes; the gateway logs its own. */
function listScrapes(): string[] {
  const services = processes()
    .list()
    .filter(({ name }) => serviceNames.some((service) => service === name.replace(/-\d+$/, '')));
  const line = readOutput()
    .split('\n')
    .find((text) => text.includes('"serving metrics"'));
  const { port } = JSON.parse(line ?? '{}') as { port?: number };
  return [...services.map(({ url }) => `${url}/metrics`), `http://127.0.0.1:${port}/metrics`];
}
