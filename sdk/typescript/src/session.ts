/** The tokens of a logged-in user. A refresh token works once. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Response of login and refresh. */
export interface TokenReply {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Refreshed this long before expiry, so that no call meets an expired token. */
const EARLY_MS = 30_000;

export function toSession({ access_token, refresh_token, expires_in }: TokenReply): Session {
  const expiresAt = Date.now() + expires_in * 1_000;
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt };
}

/** Refreshes a session. Concurrent calls share one refresh. */
export class SessionKeeper {
  #session: Session | undefined;
  #refreshing: Promise<Session> | undefined;
  readonly #refresh: (session: Session) => Promise<Session>;
  readonly #onSession: (session: Session | undefined) => void;

  constructor(
    session: Session | undefined,
    refresh: (session: Session) => Promise<Session>,
    onSession: (session: Session | undefined) => void,
  ) {
    this.#session = session;
    this.#refresh = refresh;
    this.#onSession = onSession;
  }

  set(session: Session | undefined): void {
    this.#session = session;
    this.#onSession(session);
  }

  /** An access token that does not expire soon; undefined without a login. */
  async token(): Promise<string | undefined> {
    const session = this.#session;
    if (!session) return undefined;
    if (session.expiresAt - EARLY_MS > Date.now()) return session.accessToken;
    return (await this.#renew(session)).accessToken;
  }

  /** A new token after one was refused; undefined if there is none. */
  async tokenInsteadOf(refused: string): Promise<string | undefined> {
    const session = this.#session;
    if (!session) return undefined;
    if (session.accessToken !== refused) return session.accessToken;
    return (await this.#renew(session)).accessToken;
  }

  #renew(session: Session): Promise<Session> {
    this.#refreshing ??= this.#refresh(session)
      .then((renewed) => {
        // A concurrent login or logout wins.
        if (this.#session === session) this.set(renewed);
        return renewed;
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }
}
