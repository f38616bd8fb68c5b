import type { ServiceName } from '@florin/contracts';
import type { OutboxRow } from '@florin/database';
import { endSpan, startSpanOf, TRACE_HEADER, traceParent } from '@florin/runtime/tracing';
import { headers, type JetStreamClient } from 'nats';
import { subjectOf } from '../connection/streams.ts';
import type { Run } from '../messages/cut-runs.ts';
import { gatheredSubjectOf, nounOf, TRACES_HEADER } from '../messages/gathered.ts';

const PUBLISH_TIMEOUT_MS = 2_000;

const encoder = new TextEncoder();

/**
 * Id for JetStream's deduplication. Unpublished events are only appended, or removed from the
 * front, so equal first and last ids and count mean equal events.
 */
export function messageIdOf(run: Run): string {
  const [{ event_id: first }] = run;
  const last = run.at(-1)?.event_id;
  return run.length === 1 ? first : `${first}.${last}.${run.length}`;
}

/**
 * Publishes a run as one message; a single event uses the format that older consumers know.
 * @param again suffix of the message id, so that JetStream accepts messages that it lost
 * @param before id of the preceding message. JetStream refuses the successor of a refused message,
 * which preserves the order
 */
export async function publishRun(
  client: JetStreamClient,
  service: ServiceName,
  run: Run,
  again: string,
  before: string | undefined,
): Promise<void> {
  const spans = run.map(({ type, trace_parent }) =>
    startSpanOf(trace_parent ?? undefined, `publish ${type}`, { kind: 'producer' }),
  );
  // A process that does not trace passes on the original trace.
  const parents = run.map(({ trace_parent }, index) => {
    const span = spans[index];
    return (span && traceParent(span)) ?? trace_parent ?? '';
  });
  const end = (error?: unknown) => {
    for (const span of spans) endSpan(span, error);
  };
  try {
    await client.publish(subjectOfRun(service, run), encoder.encode(bodyOf(run)), {
      msgID: messageIdOf(run) + again,
      timeout: PUBLISH_TIMEOUT_MS,
      ...(before ? { expect: { lastMsgID: before } } : {}),
      ...toTraceHeaders(parents),
    });
    end();
  } catch (error) {
    end(error);
    throw error;
  }
}

function subjectOfRun(service: ServiceName, run: Run): string {
  const [{ type }] = run;
  return run.length === 1 ? subjectOf(service, type) : gatheredSubjectOf(service, nounOf(type));
}

function bodyOf(run: Run): string {
  return run.map(({ body }: Pick<OutboxRow, 'body'>) => body).join('\n');
}

function toTraceHeaders(parents: readonly string[]) {
  if (parents.every((parent) => parent === '')) return {};
  const traced = headers();
  traced.set(parents.length === 1 ? TRACE_HEADER : TRACES_HEADER, parents.join(','));
  return { headers: traced };
}
