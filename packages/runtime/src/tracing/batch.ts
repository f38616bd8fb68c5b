import { context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { isTracing, runInSpan, startSpan } from './spans.ts';

/**
 * Runs work that several traces share in one span. It belongs to the first trace, so that a lone
 * request has all of its work in its trace, and is linked with the others.
 */
export function withBatchSpan<Result>(
  name: string,
  members: readonly (Span | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return work();
  const traced = members.filter((member) => member !== undefined);
  const [first, ...others] = traced;
  const attributes = { 'florin.batch.size': members.length };
  const batch = first && startSpan(name, { attributes }, trace.setSpan(ROOT_CONTEXT, first));
  // Without traced members, the work must not join the trace of the caller that woke the loop.
  if (!batch) return context.with(ROOT_CONTEXT, work);
  for (const member of traced) {
    member.addLink({ context: batch.spanContext() });
    member.setAttribute('florin.batch.span_id', batch.spanContext().spanId);
  }
  for (const other of others) batch.addLink({ context: other.spanContext() });
  return runInSpan(batch, work);
}
