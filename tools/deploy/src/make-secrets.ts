import { randomBytes } from 'node:crypto';
import { callees, type PeerName, type ServiceName, serviceNames } from '@florin/contracts';
import { appRoleOf, ownerRoleOf } from '@florin/database';
import { NATS_ADMIN, natsUsers } from '@florin/events';
import { renderNatsAccounts, renderNatsUsers } from '@florin/local-servers';

const SUPERUSER = 'postgres';
const KEY_ID = 'k1';

/**
 * Random secrets of one Florin by file name: the setting's name in lower case.
 * @param database `host:port/name` of the Postgres that all services share
 */
export function makeSecrets(database: string): ReadonlyMap<string, string> {
  const superuserPassword = random();
  const secrets = new Map([
    ['postgres_password', superuserPassword],
    ['provision_database_url', urlOf(SUPERUSER, superuserPassword, database)],
    ['florin_admin_password', random()],
    ['florin_metrics_token', random()],
  ]);
  for (const service of serviceNames) {
    secrets.set(`${service}_database_url`, urlOf(appRoleOf(service), random(), database));
    secrets.set(
      `${service}_migration_database_url`,
      urlOf(ownerRoleOf(service), random(), database),
    );
  }
  for (const [name, secret] of natsSecrets('nats:4222')) secrets.set(name, secret);
  for (const [name, keys] of keysOfPairs()) secrets.set(name, keys.join(','));
  return secrets;
}

/** The servers of deploy/nats-cluster.conf. */
const NATS_SERVERS = ['nats-1', 'nats-2', 'nats-3'];

/** The NATS users in the server's format, and the URL of each. */
function natsSecrets(place: string): [name: string, secret: string][] {
  const users = natsUsers(random);
  const urls = users.map(({ name, password }): [string, string] => [
    `${name === NATS_ADMIN ? 'provision' : name}_nats_url`,
    `nats://${name}:${password}@${place}`,
  ]);
  return [
    ['nats_users', renderNatsUsers(users)],
    ['nats_accounts', renderNatsAccounts(users)],
    ['nats_routes', renderRoutes(random())],
    ...urls,
  ];
}

/** Cluster servers authenticate each other with it; it grants full access. */
function renderRoutes(password: string): string {
  const routes = NATS_SERVERS.map((server) => `  "nats://florin:${password}@${server}:6222"`);
  return [
    `authorization { user: florin, password: "${password}" }`,
    'routes: [',
    ...routes,
    ']',
    '',
  ].join('\n');
}

/** A key for each pair: the caller signs with it, the callee accepts it. */
function keysOfPairs(): ReadonlyMap<string, string[]> {
  const rings = new Map<string, string[]>();
  const add = (name: string, key: string) => rings.set(name, [...(rings.get(name) ?? []), key]);
  for (const [caller, called] of Object.entries(callees) as [PeerName, readonly ServiceName[]][]) {
    for (const callee of called) {
      const key = random();
      add(`${caller}_call_keys`, `${callee}=${KEY_ID}:${key}`);
      add(`${callee}_accept_keys`, `${caller}=${KEY_ID}:${key}`);
    }
  }
  return rings;
}

function urlOf(role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@${database}`;
}

/** Base64url: it needs no escaping in a URL. */
function random(): string {
  return randomBytes(32).toString('base64url');
}
