import { setTracer, startTracing } from '@florin/runtime/tracing';
import { describe, expect, it } from 'vitest';
import { gatheredSubjectOf, linesOf, nounOf, partsOf } from './gathered.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textsOf = (lines: readonly Uint8Array[]) =>
  lines.map((line) => new TextDecoder().decode(line));
const bodiesOf = (subject: string, text: string) =>
  textsOf(partsOf({ subject, data: bytes(text) }).map(({ body }) => body));

describe('the events of a message', () => {
  it('are the lines of a batched message, byte for byte', () => {
    const subject = gatheredSubjectOf('ledger', nounOf('transaction.created'));
    expect(subject).toBe('florin.ledger.transaction.gathered');
    expect(bodiesOf(subject, '{"a":"\u00e9"}\n\n{"b":1}\r\n')).toEqual([
      '{"a":"\u00e9"}',
      '',
      '{"b":1}\r',
      '',
    ]);
    expect(bodiesOf(subject, '')).toEqual(['']);
  });

  it('is a single one on any other subject, whatever it contains', () => {
    for (const subject of ['florin.ledger.transaction.created', 'florin.ledger.gathered.x'])
      expect(bodiesOf(subject, '{\n}')).toEqual(['{\n}']);
  });
});

it('is a single one if it has more lines than any relay batches', () => {
  const line = '{}\n';
  expect(linesOf(bytes(line.repeat(1_023)))).toHaveLength(1_024);
  expect(textsOf(linesOf(bytes(line.repeat(1_024))))).toEqual([line.repeat(1_024)]);
});

it('restores the trace of each event if this process traces', async () => {
  const parent = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
  const tracesOf = (data: string, headers: Readonly<Record<string, string>>) =>
    partsOf({
      subject: 'florin.ledger.thing.gathered',
      data: bytes(data),
      headers: { get: (name) => headers[name] ?? '' },
    }).map(({ traceParent }) => traceParent);
  const gathered = { traceparents: `${parent('1')},,${parent('3')}` };
  expect(tracesOf('{}\n{}\n{}', gathered)).toEqual([undefined, undefined, undefined]);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const tracing = await startTracing('test', env, () => {});
  try {
    expect(tracesOf('{}\n{}\n{}\n{}', gathered)).toEqual([
      parent('1'),
      undefined,
      parent('3'),
      undefined,
    ]);
    expect(tracesOf('{}', { traceparent: parent('4') })).toEqual([parent('4')]);
    expect(tracesOf('{}\n{}', {})).toEqual([undefined, undefined]);
  } finally {
    setTracer(undefined);
    await tracing.stop();
  }
});
