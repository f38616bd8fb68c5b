import { serviceNames } from '@florin/contracts';
import { appRolesOf } from '@florin/database';
import { NATS_ADMIN, natsUsers } from '@florin/events';
import {
  isRotatingUsers,
  natsFileOf,
  otherName,
  ownerOf,
  type Ring,
  renderedUsers,
  ringsOf,
  type Secrets,
  textsOf,
  urlOf,
  usersOf,
} from '../secrets-model.ts';

/**
 * Processes with the secrets before and after a step work together, so they can be restarted one by
 * one.
 */
export interface Step {
  /** The secrets that change. */
  readonly changes: Secrets;
  /** Actions of the operator, one sentence each. */
  readonly next: readonly string[];
  /** Number of steps left after this one. */
  readonly stepsLeft: number;
}

export const kinds = ['database', 'call-keys', 'nats'] as const;
export type Kind = (typeof kinds)[number];

/**
 * The next step of a rotation, derived from the secrets themselves.
 * @param random makes a secret, 32 bytes in base64url
 * @throws Error when a required secret is missing
 */
export function nextStep(kind: Kind, secrets: Secrets, random: () => string): Step {
  if (kind === 'database') return rotateDatabase(secrets, random);
  return kind === 'call-keys' ? rotateCallKeys(secrets, random) : rotateNats(secrets, random);
}

/** Marks a password rotation whose old roles are not retired yet, which the URLs do not show. */
const SWITCHED = 'database_rotation';

/** Each service switches to the other of its two roles, with a new password. */
function rotateDatabase(secrets: Secrets, random: () => string): Step {
  if (secrets.get(SWITCHED))
    return {
      changes: new Map([[SWITCHED, '']]),
      next: [
        'If `retire-role` of a service has not ended with 0 yet, run it now: the next rotation needs its former role.',
      ],
      stepsLeft: 0,
    };
  const changes = new Map([[SWITCHED, 'switched']]);
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
    stepsLeft: 1,
  };
}

const NEXT_OF_KEYS = {
  accept: 'Restart the processes of all services one by one: they accept both keys.',
  sign: 'Restart the processes of all services and of the gateway one by one: they sign with the new key.',
  forget: 'Restart the processes of all services one by one: the former key ends.',
};

/**
 * Every callee accepts the new key before a caller signs with it, and the old one until no caller
 * uses it.
 */
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

/**
 * Each app alternates between two NATS users. The administrator, which no process uses, keeps its
 * name.
 */
function rotateNats(secrets: Secrets, random: () => string): Step {
  const all = natsUsers(() => '');
  const current = usersOf(secrets);
  if (isRotatingUsers(secrets))
    return {
      changes: renderedUsers(secrets, current),
      next: ['Reload the NATS servers: they end the former users.'],
      stepsLeft: 0,
    };
  const others = current.map((user, index) => ({
    ...user,
    name: otherName(user.name, all[index]?.name ?? ''),
  }));
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

/** `k2` for `k1:…`. */
function nextIdOf(key: string): string {
  const [, number = '0'] = /^k(\d+):/.exec(key) ?? [];
  return `k${Number(number) + 1}`;
}
