import type { Span } from './collector.ts';

/**
 * A span and its ancestors, from the root of the trace.
 * @throws Error when one of them is missing.
 */
export function pathTo(spans: readonly Span[], span: Span): readonly Span[] {
  if (span.parentSpanId === undefined) return [span];
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  if (!parent) throw new Error(`the parent of ${span.service}: ${span.name} is missing`);
  return [...pathTo(spans, parent), span];
}

/** Direct children of a span, in order of time. */
export function childrenOf(spans: readonly Span[], span: Span | undefined): readonly Span[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === span?.spanId)
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** A trace as text. */
export function drawTrace(spans: readonly Span[], traceId: string): string {
  const draw = (span: Span, depth: number): string[] => [
    `${'  '.repeat(depth)}${span.service.replace('florin-', '')}  ${span.name}  ${span.durationMs.toFixed(1)} ms`,
    ...childrenOf(spans, span).flatMap((child) => draw(child, depth + 1)),
  ];
  return spans
    .filter((span) => span.traceId === traceId && span.parentSpanId === undefined)
    .flatMap((span) => draw(span, 0))
    .join('\n');
}
