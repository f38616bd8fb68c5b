import type { Span } from './collector.ts';

/**
 * A span and all above it, from the first of its trace on.
 * @throws Error when one of them is not there.
 */
export function pathTo(spans: readonly Span[], span: Span): readonly Span[] {
  if (span.parentSpanId === undefined) return [span];
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  if (!parent) throw new Error(`what is above ${span.service}: ${span.name} is not there`);
  return [...pathTo(spans, parent), span];
}

/** What is directly under a span, in the order of time. */
export function childrenOf(spans: readonly Span[], span: Span | undefined): readonly Span[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === span?.spanId)
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** A whole trace for people to read. */
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
