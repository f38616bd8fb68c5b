import { NATS_ADMIN, natsUsers } from '@florin/events';
import { type NatsUser, renderNatsAccounts, renderNatsUsers } from '@florin/local-servers';

/** Secrets of one Florin by file name, as `makeSecrets` names them. */
export type Secrets = ReadonlyMap<string, string>;

/** Call keys of one pair of services, from an entry such as `gateway=k1:…`. */
export interface Ring {
  readonly file: string;
  readonly peer: string;
  readonly keys: readonly string[];
}

/** The entries of all files of a kind, in order. */
export function ringsOf(secrets: Secrets, kind: string): readonly Ring[] {
  return [...secrets].flatMap(([file, text]) => {
    if (!file.endsWith(`_${kind}`)) return [];
    const entries = text.split(',').map((entry) => {
      const at = entry.indexOf('=');
      return { peer: entry.slice(0, at), key: entry.slice(at + 1) };
    });
    const byPeer = Map.groupBy(entries, ({ peer }) => peer);
    return [...byPeer].map(([peer, some]) => ({ file, peer, keys: some.map(({ key }) => key) }));
  });
}

export function textsOf(rings: readonly Ring[]): Secrets {
  const texts = [...Map.groupBy(rings, ({ file }) => file)].map(
    ([file, some]): [string, string] => [
      file,
      some.flatMap(({ peer, keys }) => keys.map((key) => `${peer}=${key}`)).join(','),
    ],
  );
  return new Map(texts);
}

/** `ledger` for `ledger_accept_keys`. */
export const ownerOf = (file: string) => file.replace(/_(accept|call)_keys$/, '');

/** The files of NATS users: for one server, or for a cluster. */
export function renderedUsers(secrets: Secrets, users: readonly NatsUser[]): Secrets {
  const rendered = new Map([
    ['nats_users', renderNatsUsers(users)],
    ['nats_accounts', renderNatsAccounts(users)],
  ]);
  return new Map([...rendered].filter(([name]) => secrets.has(name)));
}

/** The name with which a NATS user alternates. */
export function otherName(name: string, app: string): string {
  if (app === NATS_ADMIN) return name;
  return name === app ? `${app}_b` : app;
}

export const natsFileOf = (user: string) => `${user === NATS_ADMIN ? 'provision' : user}_nats_url`;

/** NATS users with the names and passwords of the URLs. */
export function usersOf(secrets: Secrets): readonly NatsUser[] {
  return natsUsers(() => '').map((user): NatsUser => {
    const { username: name, password } = urlOf(secrets, natsFileOf(user.name));
    return { ...user, name, password };
  });
}

/** Whether the server has both users of an app, as during a rotation. */
export function isRotatingUsers(secrets: Secrets): boolean {
  const known = secrets.get('nats_users') ?? secrets.get('nats_accounts') ?? '';
  const apps = natsUsers(() => '').map(({ name }) => name);
  return usersOf(secrets).some(({ name }, index) => {
    const other = otherName(name, apps[index] ?? '');
    return other !== name && known.includes(`{ user: ${other},`);
  });
}

/** @throws Error without such a URL */
export function urlOf(secrets: Secrets, name: string): URL {
  const text = secrets.get(name);
  if (text === undefined || !URL.canParse(text)) throw new Error(`there is no URL in ${name}`);
  return new URL(text);
}
