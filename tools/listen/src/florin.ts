import { EventSourceParserStream } from 'eventsource-parser/stream';

/** An event as Florin shows it. */
export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly account_id: string | null;
  readonly sequence: number | null;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

export interface Place {
  readonly url: string;
  /** Undefined logs in instead. */
  readonly apiKey: string | undefined;
  readonly email: string;
  readonly password: string;
}

/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The public surface of a Florin, as somebody who may see events. */
export function openFlorin({ url, apiKey, email, password }: Place) {
  let token = apiKey;

  async function logIn(): Promise<string> {
    const response = await fetch(`${url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return ((await read(response)) as { readonly access_token: string }).access_token;
  }

  async function get(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    token ??= await logIn();
    const response = await fetch(`${url}${path}`, {
      headers: { ...headers, Authorization: `Bearer ${token}` },
      signal,
    });
    // A session ends after a while, and another one is begun; a key that is dead stays dead.
    if (response.status === 401 && apiKey === undefined) token = undefined;
    return response;
  }

  return {
    async list(query: URLSearchParams, signal: AbortSignal) {
      const page = await read(await get(`/v1/events?${query}`, {}, signal));
      return page as { readonly data: readonly ShownEvent[]; readonly has_more: boolean };
    },
    async *follow(query: URLSearchParams, last: string | undefined, signal: AbortSignal) {
      const headers = last === undefined ? {} : { 'Last-Event-ID': last };
      const response = await get(`/v1/events/stream?${query}`, headers, signal);
      if (!response.ok || !response.body) return void (await read(response));
      const messages = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      for await (const { data } of messages) yield JSON.parse(data) as ShownEvent;
    },
    /** Whether another attempt may fare better after this failure. */
    isWorthRepeating(error: unknown): boolean {
      if (!(error instanceof Refused)) return true;
      return error.status >= 500 || error.status === 429 || (error.status === 401 && !apiKey);
    },
  };
}

export type Florin = ReturnType<typeof openFlorin>;

/** @throws Refused with what Florin says to do. */
async function read(response: Response): Promise<unknown> {
  const body = (await response.json()) as { readonly message?: string };
  if (response.ok) return body;
  throw new Refused(response.status, `${response.status}: ${body.message}`);
}
