import { ADMIN, type Caller, makePeople as makeKitPeople, send } from '@florin/system-kit';

export type { Caller };

/** A program of an account, with an API key. */
export interface Holder extends Caller {
  readonly accountId: string;
  /** For operations closed to API keys, such as closing the account. */
  readonly owner: Caller;
}

export type People = ReturnType<typeof makePeople>;

/** Half a minute of retries, also of broken connections, since rows kill servers. */
const RETRIES = { triesMax: 20, pauseMs: 500 };

/** Opens accounts and creates administrators on a Florin; their sessions last for a whole row. */
export function makePeople(url: string) {
  const people = makeKitPeople((request) => send(url, request).catch(() => undefined), RETRIES);
  const firstAdmin = people.session(ADMIN.email, ADMIN.password);

  return {
    ...people,
    firstAdmin,

    async openAccount(): Promise<Holder> {
      const account = await people.openAccount();
      const owner = people.session(account.email, account.password);
      const key = await people.createKey({ name: 'faults' }, await owner.token());
      return { accountId: account.id, token: async () => key.secret, owner };
    },

    /** An administrator who belongs to this account. */
    async makeAdmin(accountId: string): Promise<Caller> {
      const fields = { role: 'admin', account_id: accountId };
      const { email, password } = await people.createUser(fields, await firstAdmin.token());
      return people.session(email, password);
    },
  };
}

/** Picks callers round robin. */
export function byTurn(callers: readonly Caller[], turn: number): Caller {
  const caller = callers[turn % callers.length];
  if (!caller) throw new Error('there are no callers');
  return caller;
}
