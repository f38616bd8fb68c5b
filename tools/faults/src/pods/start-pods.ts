import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@florin/contracts';
import { isTransientDbError } from '@florin/database';
import { forward } from '@florin/local-servers';
import { serveNames } from '@florin/local-servers/dns';
import { ADMIN, openSql } from '@florin/system-kit';
import type { AuditedFlorin } from '../florin/start-florin.ts';
import { isAlive } from '../is-alive.ts';
import { type Deployment, makeDeployment } from './deployment.ts';
import { addressOf, docker, whyNoContainers } from './docker.ts';
import { type PodTemplate, readTemplates } from './manifests.ts';
import type { Node } from './pod.ts';

const root = join(import.meta.dirname, '../../../..');
/** Network names of runs, followed by the process id. */
const NETWORKS = 'florin-pods-';
const GATEWAY_PORT = 8080;
const DNS_PORT = 53;
const SERVERS_MS_MAX = 60_000;

const {
  POSTGRES_IMAGE = 'postgres:18-bookworm',
  NATS_IMAGE = 'nats:2.12-alpine',
  FLORIN_IMAGES = 'florin',
  FLORIN_TAG = 'local',
} = process.env;

/** The image names in docker-compose.yml. */
const imageOf = (name: string) => `${name.replace(/^florin/, FLORIN_IMAGES)}:${FLORIN_TAG}`;

/** Settings of an overlay for trying Florin out. */
const SETTINGS = {
  FLORIN_MODE: 'development',
  FLORIN_ADMIN_EMAIL: ADMIN.email,
  FLORIN_RATE_LIMITS: 'off',
  IDENTITY_PASSWORD_COST: '4',
};

/** Why the pods cannot run; undefined if they can. */
export function whyNoPods(): string | undefined {
  const apps = [...serviceNames, 'gateway'].map((app) => imageOf(`florin-${app}`));
  const why = whyNoContainers([POSTGRES_IMAGE, NATS_IMAGE, ...apps]);
  return why && `${why}; see docs/operating/deploying.md for the images`;
}

export interface PodsFlorin extends AuditedFlorin {
  readonly deployments: readonly Deployment[];
  stop(): Promise<void>;
}

/**
 * Starts deploy/kubernetes/base in local containers, with a Postgres and a NATS.
 * @param isBroken pods count as ready immediately, and end without the preStop pause
 */
export async function startPods(folder: string, isBroken: boolean): Promise<PodsFlorin> {
  const network = `${NETWORKS}${process.pid}`;
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const each of undo.splice(0).reverse()) await each();
  };
  try {
    const secretsFolder = join(folder, 'secrets');
    const secrets = await makeSecrets(secretsFolder);
    await removeLeftOvers();
    await docker('network', 'create', network);
    undo.push(() => docker('network', 'rm', network));
    undo.push(() => removeAll(network));
    const nameServer = await docker(
      ...['network', 'inspect', '--format', '{{range .IPAM.Config}}{{.Gateway}}{{end}}', network],
    );
    const [postgres, nats] = await startServers(network, secretsFolder);
    const node: Node = { network, nameServer, imageOf, isBroken };
    const templates = readTemplates(root, secrets, SETTINGS);
    await provision(templates, node, secrets);

    const deployments: Deployment[] = [];
    const names = await serveNames(nameServer, DNS_PORT, (name) =>
      deployments
        .filter(({ template }) => template.services.includes(name))
        .flatMap((each) => each.addresses()),
    );
    undo.push(names.close);
    // In parallel, like `kubectl apply`; a gateway is ready only once it has seen each service.
    deployments.push(...templates.map((template) => makeDeployment(template, node)));
    const starts = await Promise.allSettled(deployments.map((each) => each.start()));
    const failed = starts.find((start) => start.status === 'rejected');
    if (failed) throw failed.reason;
    const gateway = deployments.find(({ template }) => template.app === 'gateway');
    let turn = 0;
    // Like kube-proxy: a connection goes to the next ready pod and stays there.
    const front = await forward(() => {
      const ready = gateway?.addresses() ?? [];
      const host = ready[turn++ % ready.length];
      return host === undefined ? undefined : { host, port: GATEWAY_PORT };
    });
    undo.push(front.stop);
    const at = (secret: string, host: string) =>
      Object.assign(new URL(secretOf(secrets, secret)), { hostname: host }).href;
    const sql = openSql(at('provision_database_url', postgres), isTransientDbError);
    undo.push(() => sql.end());
    return {
      url: `http://127.0.0.1:${front.port}`,
      sql,
      natsUrl: () => at('provision_nats_url', nats),
      deployments,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The files of `npm run local-secrets`, by name. */
async function makeSecrets(folder: string): Promise<ReadonlyMap<string, string>> {
  execFileSync(process.execPath, [join(root, 'tools/deploy/src/main.ts'), folder], {
    stdio: 'ignore',
  });
  const secrets = new Map<string, string>();
  for (const name of await readdir(folder))
    secrets.set(name, await readFile(join(folder, name), 'utf8'));
  return secrets.set('florin_admin_password', ADMIN.password);
}

function secretOf(secrets: ReadonlyMap<string, string>, name: string): string {
  const secret = secrets.get(name);
  if (secret === undefined) throw new Error(`there is no secret ${name}`);
  return secret;
}

/** Resolves with the addresses of Postgres and NATS, set up as in docker-compose.yml. */
async function startServers(network: string, secrets: string): Promise<readonly [string, string]> {
  const flags = (name: string) => [
    ...['--detach', '--network', network, '--label', network],
    ...['--name', `${network}-${name}`, '--network-alias', name],
  ];
  await docker(
    ...['run', ...flags('postgres'), '--env', 'POSTGRES_DB=florin'],
    ...['--env', 'POSTGRES_PASSWORD_FILE=/run/secrets/postgres_password'],
    ...[
      '--env',
      'POSTGRES_INITDB_ARGS=--encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8',
    ],
    ...['--volume', `${secrets}/postgres_password:/run/secrets/postgres_password:ro`],
    ...['--shm-size', '256m', POSTGRES_IMAGE, 'postgres', '-c', 'max_connections=300'],
  );
  await docker(
    ...['run', ...flags('nats'), '--volume', `${root}/deploy/nats.conf:/etc/florin/nats.conf:ro`],
    ...['--volume', `${secrets}/nats_users:/run/secrets/nats_users:ro`],
    ...[NATS_IMAGE, '-c', '/etc/florin/nats.conf'],
  );
  await untilAnswers(`${network}-postgres`, [
    'pg_isready',
    '-h',
    '127.0.0.1',
    '-U',
    'postgres',
    '-d',
    'florin',
  ]);
  await untilAnswers(`${network}-nats`, [
    'wget',
    '-q',
    '-O',
    '/dev/null',
    'http://127.0.0.1:8222/healthz',
  ]);
  return [await addressOf(`${network}-postgres`), await addressOf(`${network}-nats`)];
}

async function untilAnswers(container: string, ask: readonly string[]): Promise<void> {
  const endsAt = performance.now() + SERVERS_MS_MAX;
  for (;;) {
    const why = await docker('exec', container, ...ask).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (why === undefined) return;
    if (performance.now() > endsAt) throw new Error(`${container} does not answer`, { cause: why });
    await pause(200);
  }
}

/** The manual steps of deploy/kubernetes/README.md. */
async function provision(
  templates: readonly PodTemplate[],
  node: Node,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { app, image } of templates.filter(({ init }) => init.length > 0)) {
    const settings = {
      PROVISION_DATABASE_URL: secretOf(secrets, 'provision_database_url'),
      PROVISION_NATS_URL: secretOf(secrets, 'provision_nats_url'),
      MIGRATION_DATABASE_URL: secretOf(secrets, `${app}_migration_database_url`),
      DATABASE_URL: secretOf(secrets, `${app}_database_url`),
    };
    const env = Object.entries(settings).flatMap(([name, value]) => [
      '--env',
      `${app.toUpperCase()}_${name}=${value}`,
    ]);
    await docker(
      'run',
      '--rm',
      '--network',
      node.network,
      ...env,
      node.imageOf(image),
      'provision',
    );
  }
}

async function removeAll(network: string): Promise<void> {
  const left = await docker('ps', '--all', '--quiet', '--filter', `label=${network}`);
  if (left !== '') await docker('rm', '--force', '--volumes', ...left.split('\n'));
}

/** A killed run could not remove its containers. */
async function removeLeftOvers(): Promise<void> {
  const networks = await docker(
    'network',
    'ls',
    '--format',
    '{{.Name}}',
    '--filter',
    `name=${NETWORKS}`,
  );
  for (const network of networks.split('\n').filter((name) => name.startsWith(NETWORKS))) {
    if (isAlive(Number(network.slice(NETWORKS.length)))) continue;
    await removeAll(network);
    await docker('network', 'rm', network);
  }
}
