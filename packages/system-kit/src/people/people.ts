import { must, type Retries } from '../clients/must.ts';
import type { Answer, Request } from '../clients/send.ts';
import { newEmail, newPassword } from './credentials.ts';

/** Sends requests with a token, which may change between requests. */
export interface Caller {
  token(): Promise<string>;
}

/** The tokens of a login. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly sessionId: string;
  readonly userId: string;
}

export type People = ReturnType<typeof makePeople>;

/** Half of the lifetime of an access token. */
const RENEWAL_MS = 300_000;

/**
 * Opens accounts, users and API keys through the public API.
 * @param sendOnce resolves with undefined for a broken connection, which is retried
 */
export function makePeople(
  sendOnce: (request: Request) => Promise<Answer | undefined>,
  retries?: Retries,
) {
  const succeed = (request: () => Promise<Request> | Request) =>
    must(async () => sendOnce(await request()), retries);
  const post = (path: string, body: () => object, token?: string) =>
    succeed(() => ({ method: 'POST', path, token, body: body() }));

  /** A new email for each attempt, since one without a response may have succeeded. */
  async function register(path: string, fields: object, token?: string) {
    const password = newPassword();
    const body = () => ({ email: newEmail(), password, ...fields });
    const { id, email }: { id: string; email: string } = await post(path, body, token);
    return { id, email, password };
  }

  async function logIn(email: string, password: string): Promise<Session> {
    const session = await post('/v1/auth/login', () => ({ email, password }));
    return {
      token: session.access_token,
      refreshToken: session.refresh_token,
      sessionId: session.session_id,
      userId: session.user.id,
    };
  }

  return {
    /** Sends a request with retries. @throws Error if it fails */
    must: succeed,
    logIn,

    /** Logs in before the first request, and again before the token expires. */
    session(email: string, password: string): Caller {
      let token: Promise<string> | undefined;
      let endsAt = 0;
      return {
        token() {
          if (token === undefined || performance.now() > endsAt) {
            endsAt = performance.now() + RENEWAL_MS;
            token = logIn(email, password).then((session) => session.token);
          }
          return token;
        },
      };
    },

    /** Opens an account; returns its owner's credentials. */
    openAccount: (fields: object = {}) =>
      register('/v1/accounts', { name: 'Ada Lovelace', type: 'business', ...fields }),

    /** Creates a user in the token's account, or without an account. */
    createUser: (fields: object = {}, token?: string) =>
      register('/v1/users', { name: 'Grace Hopper', ...fields }, token),

    /** Creates an API key in the token's account. */
    async createKey(fields: object, token: string) {
      const { id, secret }: { id: string; secret: string } = await post(
        '/v1/api_keys',
        () => fields,
        token,
      );
      return { id, secret };
    },
  };
}
