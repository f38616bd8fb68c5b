import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, newEmail, newPassword, type Request, send } from '@florin/system-kit';

/** Whoever sends requests. */
export interface Caller {
  token(): Promise<string>;
}

/** A program of an account, with an API key. */
export interface Holder extends Caller {
  readonly accountId: string;
  /** Who may do what no program may, such as closing the account. */
  readonly owner: Caller;
}

export type People = ReturnType<typeof makePeople>;

/** The admin that every Florin starts with. */
export const FIRST_ADMIN = { email: 'admin@florin.local', password: 'florin-admin-pass' } as const;
/** Half of what an access token lives. */
const SESSION_MS = 300_000;
const TRIES_MAX = 20;

/** Opens accounts and makes administrators on a Florin. */
export function makePeople(url: string) {
  /** Something that has to succeed for a row to mean anything; it is repeated when it is put off. */
  async function must(request: () => Promise<Request> | Request): Promise<Answer['body']> {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(url, await request()).catch(() => undefined);
      if (answer && answer.status < 300) return answer.body;
      const isRetryLater = answer === undefined || answer.status === 503 || answer.status === 429;
      if (!isRetryLater || tries === TRIES_MAX)
        throw new Error(
          `a preparation was answered ${answer?.status} ${JSON.stringify(answer?.body)}`,
        );
      await pause(500);
    }
  }

  async function logIn(email: string, password: string): Promise<string> {
    const body = { email, password };
    const session = await must(() => ({ method: 'POST', path: '/v1/auth/login', body }));
    return session.access_token;
  }

  /** Logs in again before the token ends. */
  function session(email: string, password: string): Caller {
    let token: Promise<string> | undefined;
    let endsAt = 0;
    return {
      token() {
        if (token === undefined || performance.now() > endsAt) {
          endsAt = performance.now() + SESSION_MS;
          token = logIn(email, password);
        }
        return token;
      },
    };
  }

  const firstAdmin = session(FIRST_ADMIN.email, FIRST_ADMIN.password);

  return {
    must,
    firstAdmin,
    session,

    async openAccount(): Promise<Holder> {
      const password = newPassword();
      // Another email at every try: one that was put off may have come through all the same.
      const account = await must(() => ({
        method: 'POST',
        path: '/v1/accounts',
        body: { email: newEmail(), name: 'Ada Lovelace', type: 'business', password },
      }));
      const owner = session(account.email, password);
      const body = { name: 'faults' };
      const key = await must(async () => ({
        method: 'POST',
        path: '/v1/api_keys',
        token: await owner.token(),
        body,
      }));
      return { accountId: account.id, token: async () => key.secret, owner };
    },

    /** An administrator who belongs to this account. */
    async makeAdmin(accountId: string): Promise<Caller> {
      const password = newPassword();
      const { email } = await must(async () => ({
        method: 'POST',
        path: '/v1/users',
        token: await firstAdmin.token(),
        body: {
          email: newEmail(),
          name: 'Grace Hopper',
          password,
          role: 'admin',
          account_id: accountId,
        },
      }));
      return session(email, password);
    },
  };
}

/** The callers one after the other, and then again. */
export function byTurn(callers: readonly Caller[], turn: number): Caller {
  const caller = callers[turn % callers.length];
  if (!caller) throw new Error('there is nobody to call');
  return caller;
}
