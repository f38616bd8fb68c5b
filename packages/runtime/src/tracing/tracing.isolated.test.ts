import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withBatchSpan } from './batch.ts';
import {
  continueTrace,
  endSpan,
  setTracer,
  startSpanOf,
  traceParent,
  withRootSpan,
  withSpan,
} from './spans.ts';
import { isTracingWanted, startTracing } from './start-tracing.ts';

const exporter = new InMemorySpanExporter();
const theirs = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const header = `00-${theirs.traceId}-${theirs.spanId}-01`;
const noParent = { traceParent: undefined, isTrusted: false };

beforeAll(() => {
  const processor = new SimpleSpanProcessor({ exporter });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
});
beforeEach(() => {
  setTracer(trace.getTracer('test'));
  exporter.reset();
});
afterAll(() => setTracer(undefined));

function finished(name: string) {
  const span = exporter.getFinishedSpans().find((one) => one.name === name);
  if (!span) throw new Error(`no span ${name}`);
  return span;
}

describe('while tracing is off', () => {
  it('only runs the work', async () => {
    setTracer(undefined);
    const seen = await withRootSpan('first', {}, noParent, async (span) =>
      withSpan('second', {}, async (inner) => [span, inner, traceParent()]),
    );
    expect(seen).toEqual([undefined, undefined, undefined]);
    expect(await withBatchSpan('batch', [undefined], async () => 'done')).toBe('done');
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('does not start unless the environment enables it', async () => {
    setTracer(undefined);
    const tracing = await startTracing('florin-test', {}, () => {});
    await tracing.stop();
    expect(await withRootSpan('first', {}, noParent, async (span) => span)).toBeUndefined();
  });
});

it.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
  [{ OTEL_TRACES_EXPORTER: 'console' }, true],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, false],
  [{ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'console' }, false],
])("is on or off by OpenTelemetry's variables: %o", (env, isWanted) => {
  expect(isTracingWanted(env)).toBe(isWanted);
});

describe('the root span', () => {
  it('continues the trace of a trusted caller', async () => {
    const asking = { traceParent: header, isTrusted: true };
    await withRootSpan('first', {}, asking, async () => {});
    expect(finished('first').spanContext().traceId).toBe(theirs.traceId);
    expect(finished('first').parentSpanContext?.spanId).toBe(theirs.spanId);
  });

  it('starts a new trace with a link for other callers', async () => {
    const asking = { traceParent: header, isTrusted: false };
    await withRootSpan('first', {}, asking, async () => {});
    expect(finished('first').spanContext().traceId).not.toBe(theirs.traceId);
    expect(finished('first').parentSpanContext).toBeUndefined();
    expect(finished('first').links).toMatchObject([{ context: theirs }]);
  });

  it.each(['nonsense', `00-${'0'.repeat(32)}-${theirs.spanId}-01`, ''])(
    'ignores an invalid header: %j',
    async (nonsense) => {
      await withRootSpan('first', {}, { traceParent: nonsense, isTrusted: true }, async () => {});
      expect(finished('first').parentSpanContext).toBeUndefined();
      expect(finished('first').links).toEqual([]);
    },
  );
});

it('continues a trace from a header, and is missing without a trace', async () => {
  const sent = await withRootSpan('first', {}, noParent, async () => traceParent());
  await continueTrace(sent, () => withSpan('second', {}, async () => {}));
  expect(finished('second').parentSpanContext?.spanId).toBe(finished('first').spanContext().spanId);
  exporter.reset();
  await continueTrace(undefined, () => withSpan('third', {}, async () => {}));
  await withSpan('fourth', {}, async () => {});
  expect(exporter.getFinishedSpans()).toEqual([]);
});

it('records the code of an error without its text', async () => {
  const bug = Object.assign(new Error('the password is canary'), { code: '23505' });
  const refusal = Object.assign(new Error('canary'), { code: 'not_found', status: 404 });
  await expect(withRootSpan('bug', {}, noParent, () => Promise.reject(bug))).rejects.toBe(bug);
  await expect(withRootSpan('refusal', {}, noParent, () => Promise.reject(refusal))).rejects.toBe(
    refusal,
  );
  expect(finished('bug')).toMatchObject({ status: { code: 2 }, events: [] });
  expect(finished('bug').attributes).toEqual({ 'error.type': '23505' });
  expect(finished('refusal')).toMatchObject({ status: { code: 0 }, events: [] });
  expect(finished('refusal').attributes).toEqual({ 'error.type': 'not_found' });
});

describe('a batch', () => {
  it('belongs to the trace of its first member, and links to all', async () => {
    const headers = ['1', '2', '3'].map((digit) => `00-${digit.repeat(32)}-${theirs.spanId}-01`);
    const members = headers.map((one, index) => startSpanOf(one, `member ${index}`, {}));
    await withBatchSpan('batch', [undefined, ...members], async () =>
      withSpan('statement', {}, async () => {}),
    );
    for (const member of members) endSpan(member);
    const batch = finished('batch').spanContext();
    const spans = [0, 1, 2].map((index) => finished(`member ${index}`));
    expect(finished('batch').parentSpanContext?.spanId).toBe(spans[0]?.spanContext().spanId);
    expect(finished('batch').links.map(({ context: { traceId } }) => traceId)).toEqual([
      '2'.repeat(32),
      '3'.repeat(32),
    ]);
    for (const { links, attributes } of spans) {
      expect(links).toMatchObject([{ context: { spanId: batch.spanId } }]);
      expect(attributes['florin.batch.span_id']).toBe(batch.spanId);
    }
    expect(finished('statement').parentSpanContext?.spanId).toBe(batch.spanId);
    expect(finished('batch').attributes['florin.batch.size']).toBe(4);
  });

  it("without traced members belongs to no trace, not even its waker's", async () => {
    await withRootSpan('first', {}, noParent, () =>
      withBatchSpan('batch', [undefined], () => withSpan('statement', {}, async () => {})),
    );
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['first']);
  });
});
