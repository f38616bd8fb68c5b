import { serviceNames } from '@florin/contracts';
import { connectionsOf, connectionsWhileReplaced } from '@florin/database';
import { readDatabaseConfig } from '@florin/service';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readText } from './apps.ts';

interface Sized {
  readonly kind: string;
  readonly spec: { readonly replicas?: number; readonly maxReplicas?: number };
}

const compose = parse(readText('docker-compose.yml')) as {
  readonly services: Readonly<
    Record<string, { readonly environment?: Readonly<Record<string, unknown>>; command?: string[] }>
  >;
};

/** One starting and one stopping pod: `maxSurge: 1`, `maxUnavailable: 0`. */
const ROLLING = 2;
const { rollingUpdate } = (
  parse(readText('deploy/kubernetes/base/deployment-patch.yaml')) as {
    spec: { strategy: { rollingUpdate: { maxSurge: number } } };
  }
).spec.strategy;

const poolOf = (service: (typeof serviceNames)[number], env: Readonly<Record<string, unknown>>) => {
  const name = `${service.toUpperCase()}_DATABASE_POOL_SIZE_MAX`;
  const url = { [`${service.toUpperCase()}_DATABASE_URL`]: 'postgres://a/b' };
  const given = env[name] === undefined ? {} : { [name]: String(env[name]) };
  return readDatabaseConfig(service, { ...url, ...given }).poolSizeMax;
};

const inCompose = serviceNames.map((service) => ({
  processes: 1,
  poolSizeMax: poolOf(service, compose.services[service]?.environment ?? {}),
}));

const inKubernetes = serviceNames.map((service) => {
  const text = readText(`deploy/kubernetes/base/${service}.yaml`);
  const documents = parseAllDocuments(text).map((document) => document.toJS() as Sized);
  const sizes = documents.map(({ spec }) => spec?.maxReplicas ?? spec?.replicas ?? 0);
  const [, pool] =
    new RegExp(`${service.toUpperCase()}_DATABASE_POOL_SIZE_MAX: "?(\\d+)`).exec(text) ?? [];
  const env =
    pool === undefined ? {} : { [`${service.toUpperCase()}_DATABASE_POOL_SIZE_MAX`]: pool };
  return { processes: Math.max(...sizes), poolSizeMax: poolOf(service, env) };
});

const processesOf = (services: typeof inCompose) =>
  services.reduce((sum, { processes }) => sum + processes, 0);

it('docs/operating/postgres.md counts the connections of the manifests and of docker-compose.yml', () => {
  const rows = [
    ['`npm start`, `docker-compose.yml`', inCompose, 0],
    ['`deploy/kubernetes`, at most', inKubernetes, ROLLING],
  ] as const;
  for (const [name, services, extra] of rows)
    expect(readText('docs/operating/postgres.md')).toContain(
      `| ${name} | ${processesOf(services)} | ${connectionsOf(services)} | ${connectionsWhileReplaced(services, extra)} |`,
    );
  expect(rollingUpdate.maxSurge).toBe(ROLLING - 1);
});

it('the Postgres of docker-compose.yml accepts all of them', () => {
  const [, max] =
    /max_connections=(\d+)/.exec(compose.services.postgres?.command?.join(' ') ?? '') ?? [];
  expect(Number(max)).toBeGreaterThan(connectionsWhileReplaced(inCompose, 0) + 10);
});
