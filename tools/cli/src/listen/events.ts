import { EventSourceParserStream } from 'eventsource-parser/stream';
import { FlorinError } from '../../../../sdk/typescript/src/index.ts';
import type { Connection } from '../session/connection.ts';

/** An event as returned by Florin. */
export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly account_id: string | null;
  readonly sequence: number | null;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

type Query = Readonly<Record<string, string>>;

/** The events of a Florin, with this connection's permissions. */
export function eventsOf({ url, as, token, client }: Connection) {
  return {
    async list(query: Query, signal: AbortSignal) {
      const page = await (await client()).get('/v1/events', { query, signal });
      return page as { readonly data: readonly ShownEvent[]; readonly has_more: boolean };
    },
    async *follow(query: Query, last: string | undefined, signal: AbortSignal) {
      const response = await fetch(`${url}/v1/events/stream?${new URLSearchParams(query)}`, {
        headers: {
          Authorization: `Bearer ${await token()}`,
          ...(last !== undefined && { 'Last-Event-ID': last }),
        },
        redirect: 'error',
        signal,
      });
      if (!response.ok || !response.body) throw await refusalOf(response);
      const messages = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      for await (const { data } of messages) yield JSON.parse(data) as ShownEvent;
    },
    /** Whether a retry may succeed after this failure: sessions are renewed, keys are not. */
    isWorthRepeating(error: unknown): boolean {
      if (!(error instanceof FlorinError)) return true;
      const { status } = error;
      return status >= 500 || status === 429 || (status === 401 && !('key' in as));
    },
  };
}

export type Events = ReturnType<typeof eventsOf>;

async function refusalOf(response: Response): Promise<FlorinError> {
  const body = (await response.json()) as { readonly error?: string; readonly message?: string };
  return new FlorinError(body.message ?? `answered ${response.status}`, {
    code: body.error ?? 'internal_error',
    status: response.status,
    requestId: response.headers.get('Request-Id') ?? undefined,
    retryAfterMs: undefined,
  });
}
