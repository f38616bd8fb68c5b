import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PeerName, serviceNames } from '@florin/contracts';
import { type Environment, readMigrationUrl, readProvisioning } from '@florin/service';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeSecrets } from '../src/make-secrets.ts';
import { appNames, expectToStart, readText, root } from './apps.ts';

interface Container {
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly string[];
  readonly build?: { readonly args: Readonly<Record<string, string>> };
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = parse(readText('docker-compose.yml'), { merge: true }) as Compose;
const secrets = makeSecrets('postgres:5432/florin');
const folder = mkdtempSync(join(tmpdir(), 'florin-compose-'));
for (const [name, secret] of secrets) writeFileSync(join(folder, name), secret);
afterAll(() => rmSync(folder, { recursive: true }));

function container(name: string): Container {
  const found = compose.services[name];
  if (!found) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
}

/** The environment in the container, with no variables set on the host. */
function environmentOf(name: string): Environment {
  const { environment = {}, secrets: own = [] } = container(name);
  const entries = Object.entries(environment).map(([variable, value]) => {
    const text = String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1');
    const secret = /^\/run\/secrets\/(\w+)$/.exec(text)?.[1];
    if (secret !== undefined) expect(own, `secrets of ${name}`).toContain(secret);
    return [variable, secret === undefined ? text : join(folder, secret)];
  });
  return Object.fromEntries(entries);
}

it('gives every app the settings to start and to call the others', () => {
  expectToStart((app: PeerName) => environmentOf(app));
});

it('passes the trace collector on to every app', () => {
  for (const app of appNames)
    expect(container(app).environment).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: `\${OTEL_EXPORTER_OTLP_ENDPOINT:-}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: `\${OTEL_EXPORTER_OTLP_PROTOCOL:-http/protobuf}`,
    });
});

it('directs callers to the addresses of their callees', () => {
  for (const app of appNames) {
    const environment = environmentOf(app);
    for (const [variable, address] of Object.entries(environment)) {
      const [, callee, kind] = /^([A-Z]+)_(GRPC_ADDRESSES|HTTP_URLS)$/.exec(variable) ?? [];
      if (callee === undefined) continue;
      const name = callee.toLowerCase();
      const own = environmentOf(name);
      const expected =
        kind === 'HTTP_URLS'
          ? `http://${name}:${own[`${callee}_HTTP_PORT`]}`
          : `${name}:${own[`${callee}_GRPC_PORT`]}`;
      expect(address).toBe(expected);
    }
  }
});

describe.each(serviceNames)('the migration of %s', (service) => {
  it('has all of its settings, and runs first', () => {
    const environment = environmentOf(`${service}-migrate`);
    const { passwords } = readProvisioning(service, environment);
    expect(readMigrationUrl(service, environment)).toContain(passwords.owner);
    expect(container(service).depends_on).toMatchObject({
      [`${service}-migrate`]: { condition: 'service_completed_successfully' },
    });
  });
});

it('gives no app the secrets of others', () => {
  for (const app of appNames) {
    const foreign = (container(app).secrets ?? []).filter(
      (secret) => !secret.startsWith(`${app}_`) || secret.includes('migration'),
    );
    expect(foreign).toEqual([
      ...(app === 'accounts' ? ['florin_admin_password'] : []),
      'florin_metrics_token',
    ]);
  }
});

/** For deploy/nats-cluster.conf: the NATS of docker-compose.yml is no cluster. */
const ofCluster = ['nats_accounts', 'nats_routes'];

it('declares every secret that local-secrets makes, and no other', () => {
  expect(Object.keys(compose.secrets).sort()).toEqual(
    [...secrets.keys()].filter((name) => !ofCluster.includes(name)).sort(),
  );
});

it('starts everything with one profile, and each app alone with its own', () => {
  for (const app of appNames) {
    expect(container(app).profiles).toEqual(['all', app]);
    expect(container(app).build?.args.APP).toBe(app);
  }
  for (const { profiles, depends_on = {} } of Object.values(compose.services)) {
    for (const needed of Object.keys(depends_on)) {
      // A container without a profile always starts.
      for (const own of profiles ?? []) expect(container(needed).profiles ?? [own]).toContain(own);
    }
  }
});

const isThere = (() => {
  try {
    execFileSync('docker-compose', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!isThere)('is valid for docker-compose (skipped without docker-compose)', () => {
  const run = () =>
    execFileSync('docker-compose', ['--profile', 'all', 'config', '--services'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, FLORIN_SECRETS: folder },
    });
  expect(run().trim().split('\n').sort()).toEqual(Object.keys(compose.services).sort());
});
