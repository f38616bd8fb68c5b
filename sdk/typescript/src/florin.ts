import { type Ask, makeAsk } from './ask.ts';
import { renewBrowserSession } from './browser-session.ts';
import { FlorinError } from './errors.ts';
import type {
  Arguments,
  CallOptions,
  Common,
  Item,
  Lists,
  Method,
  Paths,
  Result,
} from './operations.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { type Session, SessionKeeper, type TokenReply, toSession } from './session.ts';

export interface FlorinOptions {
  /** URL of Florin: `https://billing.example.com`. */
  readonly url: string;
  /** An API key, `sk_live_…`; without one, log in or set a session. */
  readonly apiKey?: string;
  /** Session of an earlier run. */
  readonly session?: Session;
  /**
   * For Florin's own pages: uses the browser's session, which no script can read. One page at a
   * time refreshes it.
   */
  readonly inBrowserSession?: boolean;
  /** Called with every new session, which you should store: a refresh token works once. */
  readonly onSession?: (session: Session | undefined) => void;
  readonly retry?: RetryOptions;
  /** Timeout of each attempt in milliseconds. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

interface Options extends Common {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

interface Page<One> {
  readonly data: readonly One[];
  readonly has_more: boolean;
}

const TIMEOUT_MS = 30_000;

/** Calls Florin. Operations are identified by method and path, as in `GET /v1/openapi.json`. */
export class Florin {
  readonly #ask: Ask;
  readonly #apiKey: string | undefined;
  readonly #retry: RetryOptions;
  readonly #keeper: SessionKeeper;
  readonly #isInBrowser: boolean;

  constructor({ url, apiKey, session, onSession = () => {}, retry = {}, ...rest }: FlorinOptions) {
    this.#isInBrowser = rest.inBrowserSession ?? false;
    this.#ask = makeAsk(url, {
      send: rest.fetch ?? fetch,
      timeoutMs: rest.timeoutMs ?? TIMEOUT_MS,
      headers: this.#isInBrowser ? { 'Florin-CSRF': '1' } : {},
    });
    this.#apiKey = apiKey;
    this.#retry = retry;
    this.#keeper = new SessionKeeper(session, (old) => this.#refresh(old), onSession);
  }

  get<P extends Paths<'get'>>(
    path: P,
    ...[options]: Arguments<CallOptions<'get', P>>
  ): Promise<Result<'get', P>> {
    return this.#call('get', path, options);
  }

  post<P extends Paths<'post'>>(
    path: P,
    ...[options]: Arguments<CallOptions<'post', P>>
  ): Promise<Result<'post', P>> {
    return this.#call('post', path, options);
  }

  patch<P extends Paths<'patch'>>(
    path: P,
    ...[options]: Arguments<CallOptions<'patch', P>>
  ): Promise<Result<'patch', P>> {
    return this.#call('patch', path, options);
  }

  delete<P extends Paths<'delete'>>(
    path: P,
    ...[options]: Arguments<CallOptions<'delete', P>>
  ): Promise<Result<'delete', P>> {
    return this.#call('delete', path, options);
  }

  /** Iterates over all items of a list, newest first, and requests pages as they are consumed. */
  async *list<P extends Lists>(
    path: P,
    ...[options]: Arguments<CallOptions<'get', P>>
  ): AsyncGenerator<Item<P>, void, undefined> {
    const { query, ...rest }: Options = options ?? {};
    let cursor: object = {};
    for (;;) {
      const page = await this.#call<Page<Item<P>>>('get', path, {
        ...rest,
        query: { ...query, ...cursor },
      });
      for (const item of page.data) yield item;
      const last = page.data.at(-1) as { readonly id: string } | undefined;
      if (!page.has_more || !last) return;
      cursor = { starting_after: last.id };
    }
  }

  /** Logs in by email or username. Later calls act as that user, and tokens are refreshed. */
  async logIn(email: string, password: string): Promise<Session> {
    const body = { email, password };
    const session = toSession(await this.#ask<TokenReply>('post', '/v1/auth/login', { body }));
    this.#keeper.set(session);
    return session;
  }

  #call<Value>(method: Method, path: string, options: Options = {}): Promise<Value> {
    if (this.#isInBrowser) return this.#callInBrowser<Value>(method, path, options);
    return this.#apiKey !== undefined
      ? this.#tryOften<Value>(method, path, options, this.#apiKey)
      : this.#callInSession<Value>(method, path, options);
  }

  async #callInBrowser<Value>(method: Method, path: string, options: Options): Promise<Value> {
    const key = { idempotencyKey: crypto.randomUUID(), ...options };
    const again = () => this.#tryOften<Value>(method, path, key, undefined);
    try {
      return await again();
    } catch (error) {
      if (!isRefused(error)) throw error;
      return renewBrowserSession(again, async () => {
        await this.#ask('post', '/v1/auth/browser_session', { body: {} });
      });
    }
  }

  async #callInSession<Value>(method: Method, path: string, options: Options): Promise<Value> {
    const token = await this.#keeper.token();
    const key = { idempotencyKey: crypto.randomUUID(), ...options };
    try {
      return await this.#tryOften<Value>(method, path, key, token);
    } catch (error) {
      if (!isRefused(error) || token === undefined || path.startsWith('/v1/auth/')) throw error;
      // The token may have been revoked early: repeat with a new one, if there is one.
      const other = await this.#keeper.tokenInsteadOf(token).catch(() => undefined);
      if (other === undefined) throw error;
      return this.#tryOften<Value>(method, path, key, other);
    }
  }

  /** Retries a call. Writes use one key for all attempts, so that they take effect once. */
  #tryOften<Value>(
    method: Method,
    path: string,
    options: Options,
    token: string | undefined,
  ): Promise<Value> {
    const isRead = method === 'get';
    const isSomebody = token !== undefined || this.#isInBrowser;
    const takesKey = !isRead && isSomebody && !path.startsWith('/v1/auth/');
    const idempotencyKey = takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const request = { ...options, token, idempotencyKey };
    const retry = isRead || takesKey ? this.#retry : { triesMax: 1 };
    return withRetries(() => this.#ask<Value>(method, path, request), retry, options.signal);
  }

  async #refresh({ refreshToken }: Session): Promise<Session> {
    const body = { refresh_token: refreshToken };
    const request = { body, token: refreshToken };
    return toSession(await this.#ask<TokenReply>('post', '/v1/auth/refresh', request));
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof FlorinError && error.status === 401;
}
