import { serviceNames } from '@florin/contracts';
import { appRolesOf } from '@florin/database';
import { NATS_ADMIN, natsUsers } from '@florin/events';
import { type NatsUser, renderNatsAccounts, renderNatsUsers } from '@florin/local-servers';

/** Secrets of one Florin by the name of their file, as `makeSecrets` names them. */
export type Secrets = ReadonlyMap<string, string>;

/** Processes with the secrets before and after a step understand each other, so that they can be restarted one by one. */
export interface Step {
  /** The secrets that change. */
  readonly changes: Secrets;
  /** Actions of the operator, one sentence each. */
  readonly next: readonly string[];
  /** Steps of this rotation that are left after this one. */
  readonly stepsLeft: number;
}

export const kinds = ['database', 'call-keys', 'nats'] as const;
export type Kind = (typeof kinds)[number];

/**
 * The next step of a rotation. The secrets themselves say how far it has come.
 * @param random makes a secret, 32 bytes in base64url
 * @throws Error where a secret that the step needs is missing
 */
export function nextStep(kind: Kind, secrets: Secrets, random: () => string): Step {
  if (kind === 'database') return rotateDatabase(secrets, random);
  return kind === 'call-keys' ? rotateCallKeys(secrets, random) : rotateNats(secrets, random);
}

/** Each service changes to the other one of its two roles, with a new password. */
function rotateDatabase(secrets: Secrets, random: () => string): Step {
  const changes = new Map<string, string>();
  for (const service of serviceNames) {
    const url = urlOf(secrets, `${service}_database_url`);
    const [first, second] = appRolesOf(service);
    url.username = url.username === first ? second : first;
    url.password = random();
    changes.set(`${service}_database_url`, url.href);
    const owner = urlOf(secrets, `${service}_migration_database_url`);
    owner.password = random();
    changes.set(`${service}_migration_database_url`, owner.href);
  }
  return {
    changes,
    next: [
      'Run `provision` of each service with the new secrets.',
      'Restart the processes of each service one by one.',
      'Run `retire-role` of each service: it ends the former password.',
    ],
    stepsLeft: 0,
  };
}

/** Keys of the pair of services that an entry such as `gateway=k1:…` is of. */
interface Ring {
  readonly file: string;
  readonly peer: string;
  readonly keys: readonly string[];
}

const NEXT_OF_KEYS = {
  accept: 'Restart the processes of all services one by one: they accept both keys.',
  sign: 'Restart the processes of all services and of the gateway one by one: they sign with the new key.',
  forget: 'Restart the processes of all services one by one: the former key ends.',
};

/** Every callee accepts the new key before a caller signs with it, and the former one until none does. */
function rotateCallKeys(secrets: Secrets, random: () => string): Step {
  const accepting = ringsOf(secrets, 'accept_keys');
  const calling = ringsOf(secrets, 'call_keys');
  const signerOf = ({ file, peer }: Ring) =>
    calling.find((ring) => ring.peer === ownerOf(file) && ownerOf(ring.file) === peer)?.keys[0];
  const single = accepting.filter(({ keys }) => keys.length === 1);
  if (single.length > 0) {
    const renewed = accepting.map((ring): Ring => {
      const [key = ''] = ring.keys;
      return ring.keys.length > 1 ? ring : { ...ring, keys: [key, `${nextIdOf(key)}:${random()}`] };
    });
    return { changes: textsOf(renewed), next: [NEXT_OF_KEYS.accept], stepsLeft: 2 };
  }
  if (accepting.some((ring) => signerOf(ring) !== ring.keys[1])) {
    const renewed = calling.map((ring): Ring => {
      const accepted = accepting.find(
        ({ file, peer }) => ownerOf(file) === ring.peer && peer === ownerOf(ring.file),
      );
      const newest = accepted?.keys[1];
      if (newest === undefined) throw new Error(`${ring.peer} accepts no key of ${ring.file}`);
      return { ...ring, keys: [newest] };
    });
    return { changes: textsOf(renewed), next: [NEXT_OF_KEYS.sign], stepsLeft: 1 };
  }
  const renewed = accepting.map((ring): Ring => ({ ...ring, keys: ring.keys.slice(1) }));
  return { changes: textsOf(renewed), next: [NEXT_OF_KEYS.forget], stepsLeft: 0 };
}

/** Each app has two users of NATS in turn. The administrator, whom no process uses, keeps its name. */
function rotateNats(secrets: Secrets, random: () => string): Step {
  const all = natsUsers(() => '');
  const current = all.map((user): NatsUser => {
    const { username: name, password } = urlOf(secrets, natsFileOf(user.name));
    return { ...user, name, password };
  });
  const known = secrets.get('nats_users') ?? secrets.get('nats_accounts') ?? '';
  const others = current.map((user, index) => ({
    ...user,
    name: otherName(user.name, all[index]?.name ?? ''),
  }));
  if (others.some(({ name }) => name !== NATS_ADMIN && known.includes(`{ user: ${name},`)))
    return {
      changes: renderedUsers(secrets, current),
      next: ['Reload the NATS servers: they end the former users.'],
      stepsLeft: 0,
    };
  const renewed = others.map((user) => ({ ...user, password: random() }));
  const users = [...renewed, ...current.filter(({ name }) => name !== NATS_ADMIN)];
  const urls = renewed.map(({ name, password }, index): [string, string] => {
    const file = natsFileOf(all[index]?.name ?? '');
    return [file, Object.assign(urlOf(secrets, file), { username: name, password }).href];
  });
  return {
    changes: new Map([...renderedUsers(secrets, users), ...urls]),
    next: [
      'Reload the NATS servers: they know both users of each app.',
      'Restart the processes of all apps one by one.',
    ],
    stepsLeft: 1,
  };
}

function renderedUsers(secrets: Secrets, users: readonly NatsUser[]): Secrets {
  const rendered = new Map([
    ['nats_users', renderNatsUsers(users)],
    ['nats_accounts', renderNatsAccounts(users)],
  ]);
  return new Map([...rendered].filter(([name]) => secrets.has(name)));
}

function otherName(name: string, app: string): string {
  if (app === NATS_ADMIN) return name;
  return name === app ? `${app}_b` : app;
}

const natsFileOf = (user: string) => `${user === NATS_ADMIN ? 'provision' : user}_nats_url`;

/** The entries of all files of a kind, in their order. */
function ringsOf(secrets: Secrets, kind: string): readonly Ring[] {
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

function textsOf(rings: readonly Ring[]): Secrets {
  const texts = [...Map.groupBy(rings, ({ file }) => file)].map(
    ([file, some]): [string, string] => [
      file,
      some.flatMap(({ peer, keys }) => keys.map((key) => `${peer}=${key}`)).join(','),
    ],
  );
  return new Map(texts);
}

/** `ledger` of `ledger_accept_keys`. */
const ownerOf = (file: string) => file.replace(/_(accept|call)_keys$/, '');

/** `k2` of `k1:…`. */
function nextIdOf(key: string): string {
  const [, number = '0'] = /^k(\d+):/.exec(key) ?? [];
  return `k${Number(number) + 1}`;
}

function urlOf(secrets: Secrets, name: string): URL {
  const text = secrets.get(name);
  if (text === undefined || !URL.canParse(text)) throw new Error(`there is no URL in ${name}`);
  return new URL(text);
}
