import { context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { isTracing, runInSpan, startSpan } from './spans.ts';

/**
 * Does work that several traces share within one span. It is part of the first one's trace, where
 * a request that is alone finds all of its work; it links to the others, and they link to it.
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
  // Without one of its own it is in no trace: not in that of whoever happened to wake it.
  if (!batch) return context.with(ROOT_CONTEXT, work);
  for (const member of traced) {
    member.addLink({ context: batch.spanContext() });
    member.setAttribute('florin.batch.span_id', batch.spanContext().spanId);
  }
  for (const other of others) batch.addLink({ context: other.spanContext() });
  return runInSpan(batch, work);
}
