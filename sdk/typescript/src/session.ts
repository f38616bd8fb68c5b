/** The tokens of somebody who has logged in. A refresh token is good for one refresh. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What login and refresh answer with. */
export interface TokenReply {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Exchanged before it ends, so that no call is refused on its way. */
const EARLY_MS = 30_000;

export function toSession({ access_token, refresh_token, expires_in }: TokenReply): Session {
  const expiresAt = Date.now() + expires_in * 1_000;
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt };
}

/** Keeps a session fresh: however many calls need a new token, one refresh is on its way. */
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

  /** An access token that is not about to end; undefined when nobody is logged in. */
  async token(): Promise<string | undefined> {
    const session = this.#session;
    if (!session) return undefined;
    if (session.expiresAt - EARLY_MS > Date.now()) return session.accessToken;
    return (await this.#renew(session)).accessToken;
  }

  /** Another token than one that was refused; undefined when there is none to be had. */
  async tokenInsteadOf(refused: string): Promise<string | undefined> {
    const session = this.#session;
    if (!session) return undefined;
    if (session.accessToken !== refused) return session.accessToken;
    return (await this.#renew(session)).accessToken;
  }

  #renew(session: Session): Promise<Session> {
    this.#refreshing ??= this.#refresh(session)
      .then((renewed) => {
        // A login or logout meanwhile wins.
        if (this.#session === session) this.set(renewed);
        return renewed;
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }
}
