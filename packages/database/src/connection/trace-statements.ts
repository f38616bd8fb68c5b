import { endSpan, isTracing, startSpan } from '@florin/runtime/tracing';
import type { KyselyConfig, LogEvent } from 'kysely';

/** If tracing is on, adds a span for each statement within a trace. */
export function traceStatements(): Pick<KyselyConfig, 'log'> {
  return isTracing() ? { log: traceStatement } : {};
}

function traceStatement(event: LogEvent): void {
  const { query, queryDurationMillis, level } = event;
  const span = startSpan(summaryOf(query.sql), {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql' },
    startTime: Date.now() - queryDurationMillis,
  });
  endSpan(span, level === 'error' ? (event.error ?? 'failed') : undefined);
}

/** The operation and table of a statement, without any part of its text that could be a value. */
export function summaryOf(sql: string): string {
  const [beforeValues = ''] = sql.split("'", 1);
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(beforeValues) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(beforeValues) ?? [];
  return [verb.toLowerCase(), table].filter(Boolean).join(' ');
}
