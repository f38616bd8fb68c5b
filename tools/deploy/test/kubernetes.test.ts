import { execFileSync } from 'node:child_process';
import type { PeerName, ServiceName } from '@florin/contracts';
import { callees, serviceNames } from '@florin/contracts';
import { type Environment, readMigrationUrl, STOP_MS } from '@florin/service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { makeSecrets } from '../src/make-secrets.ts';
import { appNames, expectToStart, readText, root } from './apps.ts';
import {
  type Container,
  type Deployment,
  portNamed,
  type Resource,
  type Selector,
} from './resources.ts';

const base = 'deploy/kubernetes/base';
const { resources: files } = parse(readText(`${base}/kustomization.yaml`)) as {
  readonly resources: readonly string[];
};
const written = files.flatMap((file) => documentsIn(readText(`${base}/${file}`)));

function documentsIn(text: string): Resource[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

function find(resources: readonly Resource[], kind: string, name: string): Resource {
  const found = resources.find((other) => other.kind === kind && other.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function podOf(app: PeerName, resources = written) {
  return (find(resources, 'Deployment', app) as unknown as Deployment).spec.template;
}

function only(containers: readonly Container[] = []): Container {
  const [container, ...others] = containers;
  if (!container || others.length > 0) throw new Error('one container is expected');
  return container;
}

const secrets = makeSecrets('postgres:5432/florin');

/**
 * The environment in the container. A secret has the keys that local-secrets makes, by setting
 * name.
 */
function environmentOf({ env = [], envFrom = [] }: Container): Environment {
  const environment: Record<string, string | undefined> = {};
  for (const { configMapRef } of envFrom)
    Object.assign(environment, find(written, 'ConfigMap', configMapRef.name).data);
  for (const { name, value, valueFrom } of env)
    environment[name] = value ?? secrets.get(valueFrom?.secretKeyRef.key.toLowerCase() ?? '');
  return environment;
}

it('gives every app the settings to start and to call the others', () => {
  expectToStart((app) => environmentOf(only(podOf(app).spec.containers)));
});

it("gives no app its migration credentials or other apps' secrets", () => {
  for (const app of appNames) {
    const { env = [] } = only(podOf(app).spec.containers);
    const foreign = env
      .map(({ name }) => name)
      .filter((name) => !name.startsWith(`${app.toUpperCase()}_`) || name.includes('MIGRATION'));
    const own: Partial<Record<string, readonly string[]>> = {
      accounts: ['FLORIN_ADMIN_PASSWORD'],
      mail: ['SMTP_URL'],
      processors: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'],
    };
    expect(foreign).toEqual(own[app] ?? []);
  }
});

it("directs callers and Prometheus to the apps' ports", () => {
  const { data: settings = {} } = find(written, 'ConfigMap', 'florin-settings');
  for (const app of appNames) {
    const container = only(podOf(app).spec.containers);
    const prefix = app.toUpperCase();
    const { annotations = {} } = podOf(app).metadata;
    if (app === 'gateway') {
      expect(String(portNamed(container, 'http'))).toBe(settings.GATEWAY_PORT);
      expect(String(portNamed(container, 'metrics'))).toBe(settings.GATEWAY_METRICS_PORT);
      expect(annotations['prometheus.io/port']).toBe(settings.GATEWAY_METRICS_PORT);
      continue;
    }
    expect(String(portNamed(container, 'http'))).toBe(settings[`${prefix}_HTTP_PORT`]);
    expect(String(portNamed(container, 'grpc'))).toBe(settings[`${prefix}_GRPC_PORT`]);
    expect(annotations['prometheus.io/port']).toBe(settings[`${prefix}_HTTP_PORT`]);
    const { spec } = find(written, 'Service', `${app}-headless`);
    for (const [kind, setting] of [
      ['http', settings[`${prefix}_HTTP_URLS`]?.replace('http://', '')],
      ['grpc', settings[`${prefix}_GRPC_ADDRESSES`]],
    ] as const) {
      const port = spec?.ports?.find((other) => other.targetPort === kind);
      expect(setting).toBe(`${app}-headless:${port?.port}`);
    }
    expect(spec?.selector).toEqual({ app });
  }
});

it('gives only the gateway a virtual address, behind an ingress', () => {
  const services = written.filter(({ kind }) => kind === 'Service');
  const virtual = services.filter(({ spec }) => spec?.clusterIP !== 'None');
  expect(virtual.map(({ metadata }) => metadata.name)).toEqual(['gateway']);
});

describe.each(serviceNames)('the migration of %s', (service: ServiceName) => {
  it('has all of its settings, from the image of its app', () => {
    const { containers, initContainers } = podOf(service).spec;
    const migration = only(initContainers);
    expect(migration).toMatchObject({ args: ['migrate'], image: only(containers).image });
    expect(readMigrationUrl(service, environmentOf(migration))).toBe(
      secrets.get(`${service}_migration_database_url`),
    );
  });
});

it('lets one process of each app be disrupted at a time', () => {
  for (const app of appNames) {
    expect(find(written, 'PodDisruptionBudget', app).spec).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: { app } },
    });
  }
});

const policies = written.filter(({ kind }) => kind === 'NetworkPolicy');
const GRPC = 9090;

/** The apps whose pods have the labels. */
function appsOf({ matchLabels = {}, matchExpressions }: Selector = {}): readonly string[] {
  if (matchExpressions) return matchExpressions.flatMap(({ values }) => values);
  return appNames.filter((app) => {
    const { labels } = podOf(app).metadata;
    return Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
  });
}

/** The pairs of apps whose calls the policies allow, seen from either side. */
function pairsLet(side: 'ingress' | 'egress'): string[] {
  return policies.flatMap(({ spec = {} }) =>
    (spec[side] ?? [])
      .filter(({ ports }) => ports.some(({ port }) => port === GRPC))
      .flatMap((rule) => ('from' in rule ? rule.from : (rule.to ?? [])))
      .flatMap(({ podSelector }) => appsOf(podSelector))
      .flatMap((other) =>
        appsOf(spec.podSelector).map((own) =>
          side === 'ingress' ? `${other} → ${own}` : `${own} → ${other}`,
        ),
      ),
  );
}

it('allows exactly the calls between apps, on both sides', () => {
  const pairs = Object.entries(callees).flatMap(([caller, called]) =>
    called.map((callee) => `${caller} → ${callee}`),
  );
  expect(pairsLet('ingress').sort()).toEqual(pairs.sort());
  expect(pairsLet('egress').sort()).toEqual(pairs.sort());
  expect(find(written, 'NetworkPolicy', 'default-deny').spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  });
});

it('trusts only the named proxies', () => {
  const { data = {} } = find(written, 'ConfigMap', 'florin-settings');
  expect(data.GATEWAY_TRUSTED_PROXIES).toMatch(/^[\d./,]+$/);
});

it('holds no secret', () => {
  expect(written.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  expect(readText(`${base}/settings.yaml`)).not.toMatch(/KEYS|PASSWORD:|DATABASE_URL/);
});

function kustomize(folder: string): Resource[] | undefined {
  try {
    const text = execFileSync('kubectl', ['kustomize', folder], { cwd: root, encoding: 'utf8' });
    return documentsIn(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const rendered = kustomize('deploy/kubernetes/overlays/example');

describe.skipIf(!rendered)('as kubectl renders it (skipped without kubectl)', () => {
  const pods = appNames.map((app) => podOf(app, rendered ?? []));

  it('gives every container the same minimal rights', () => {
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true },
      });
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        expect(container).toMatchObject({
          image: expect.stringMatching(/^registry\.example\.com\/florin-\w+:0\.2\.0$/),
          resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        });
      }
    }
  });

  it('gives every app the metrics token', () => {
    for (const { spec } of pods)
      expect(only(spec.containers).env?.map(({ name }) => name)).toContain('FLORIN_METRICS_TOKEN');
  });

  it('probes every app on one of its ports', () => {
    for (const { spec } of pods) {
      const container = only(spec.containers);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
        expect(container[probe]?.httpGet.path).toMatch(/^\/(healthz|readyz)$/);
        expect(portNamed(container, container[probe]?.httpGet.port)).toBeTypeOf('number');
      }
    }
  });

  it('spreads each app over nodes and zones', () => {
    for (const { spec } of pods)
      expect(spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ]);
  });

  it('directs clients to the gateway', () => {
    expect(find(rendered ?? [], 'Ingress', 'gateway')).toMatchObject({
      spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'gateway' } } }] } }] },
    });
  });

  it('gives an app time to pause and then to finish', () => {
    for (const { spec } of pods) {
      const [, pause] = only(spec.containers).lifecycle?.preStop.exec.command ?? [];
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + STOP_MS / 1_000);
    }
  });
});
