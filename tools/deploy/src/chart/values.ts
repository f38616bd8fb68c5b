import type { PeerName } from '@florin/contracts';
import { stringify } from 'yaml';
import { SETTINGS_PAGE } from '../settings/render-settings.ts';
import type { Tree } from './merge.ts';
import type { Resource } from './read-base.ts';
import { expand, isSecret, listSettings, type ReadText } from './settings.ts';
import type { SecretSetting } from './templates.ts';

interface Container {
  readonly env?: readonly SecretSetting[];
  readonly resources: Tree;
}

interface Deployment extends Resource {
  readonly spec: {
    readonly replicas?: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
      };
    };
  };
}

interface Autoscaler extends Resource {
  readonly spec: {
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly metrics: readonly {
      readonly pods?: { readonly target: { readonly averageValue: string } };
      readonly resource?: { readonly target: { readonly averageValue: string } };
    }[];
  };
}

const HEAD = `# Generated from deploy/kubernetes/base and the configs of the apps by \`pnpm generate\`. Set your values in a
# file of your own: helm upgrade --install florin deploy/helm/florin --values my-values.yaml

image:
  # Prefix of florin-ledger and the other names, such as registry.example.com/
  registry: ""
  # Defaults to the version of the chart.
  tag: ""
  pullPolicy: IfNotPresent
  pullSecrets: []

# A Job for each service creates its schema, roles and stream before an install or upgrade.
provision:
  enabled: true
  # Keys: <SERVICE>_PROVISION_DATABASE_URL; optional: <SERVICE>_PROVISION_NATS_URL.
  secret: florin-provision

podDisruptionBudgets:
  enabled: true

networkPolicies:
  # Policies of each app.
  enabled: true
  # Policies of the whole namespace: default deny, DNS, NATS, Postgres. Only one release may create them.
  common: true
  # Add the port of PgBouncer where services connect to it.
  postgresPorts: [5432]
  natsPorts: [4222]
  smtpPorts: [465, 587]
  # Ports of a trace collector, such as 4317 and 4318.
  telemetryPorts: []

ingress:
  enabled: false
  className: nginx
  host: florin.example.com
  # Secret with the certificate.
  tlsSecret: florin-tls
  annotations:
    # Streams of events stay open; the gateway ends requests that take too long.
    nginx.ingress.kubernetes.io/proxy-read-timeout: "3600"
    nginx.ingress.kubernetes.io/proxy-buffering: "off"

# Secrets that all apps share. The chart creates no Secret: create them first (docs/kubernetes.md).
secrets:
  # Key, optional: FLORIN_METRICS_TOKEN.
  metrics: florin-metrics
  # Key, optional: OTEL_EXPORTER_OTLP_HEADERS.
  telemetry: florin-telemetry

settingsConfigMap:
  # false if another release in the namespace creates it.
  create: true
  name: florin-settings
`;

const TLS = `    # Secret of type kubernetes.io/tls, such as one of cert-manager: the gateway itself serves HTTPS by it.
`;
const SHARDS = `  # Databases of LEDGER_SHARD_URLS. With more than one, a Job provisions and migrates each further one before an
  # install or upgrade. Keys of the Secret for 1, 2 and so on: LEDGER_SHARD_<n>_PROVISION_DATABASE_URL,
  # LEDGER_SHARD_<n>_DATABASE_URL, LEDGER_SHARD_<n>_MIGRATION_DATABASE_URL.
`;

/** The default values: every setting that is no secret, and each app as the manifests have it. */
export function renderValues(
  read: ReadText,
  base: ReadonlyMap<string, readonly Resource[]>,
): string {
  const all = [...base.values()].flat();
  const apps = all.filter(({ kind }) => kind === 'Deployment') as unknown as readonly Deployment[];
  return [HEAD, renderSettings(read, all), ...apps.map((app) => renderApp(app, all))].join('\n');
}

function renderSettings(read: ReadText, all: readonly Resource[]): string {
  const described = readDescriptions(read);
  const reasons = readReasons(read);
  const { data } = all.find(({ kind }) => kind === 'ConfigMap') as Resource & {
    readonly data: Readonly<Record<string, string>>;
  };
  const lines = listSettings(read)
    .filter((name) => !isSecret(name))
    .flatMap((name) => {
      const about = described.get(name);
      const why = reasons.get(name);
      const value = data[name] === undefined ? 'null' : JSON.stringify(data[name]);
      return [
        ...(about === undefined ? [] : [`  # ${about}`]),
        ...(why === undefined ? [] : [`  # Value here: ${why}`]),
        `  ${name}: ${value}`,
      ];
    });
  return `# Settings of all apps; null leaves one at its default.\nsettings:\n${lines.join('\n')}\n`;
}

/** Comments of the manifests, which say why a value is not the default. */
function readReasons(read: ReadText): ReadonlyMap<string, string> {
  const settings = read('deploy/kubernetes/base/settings.yaml');
  const found = settings.matchAll(/((?:^ {2}# .+\n)+) {2}([A-Z_]+):/gm);
  return new Map(
    [...found].map(([, comment = '', name = '']) => [
      name,
      comment
        .replaceAll(/^ {2}# /gm, '')
        .trim()
        .replaceAll('\n', ' '),
    ]),
  );
}

/** The app, default and meaning of each setting, from the tables in docs/operating/settings.md. */
function readDescriptions(read: ReadText): ReadonlyMap<string, string> {
  const sections = read(SETTINGS_PAGE).split(/^## /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [title = ''] = section.split('\n');
      const rows = section.split('\n').filter((line) => line.startsWith('| `'));
      return rows.flatMap((row) => {
        const [name = '', ...cells] = row
          .split(' | ')
          .map((cell) => cell.replace(/^\| | \|$/g, ''));
        const [apps = title === 'Every service' ? 'services' : title] = cells.slice(0, -3);
        const [, fallback = '', meaning = ''] = cells.slice(-3);
        const linkless = meaning.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
        const about = `${apps}; default ${fallback}; ${linkless}`;
        return expand(name.replaceAll('`', '')).map((each) => [each, about] as const);
      });
    }),
  );
}

function renderApp(deployment: Deployment, all: readonly Resource[]): string {
  const app = deployment.metadata.name as PeerName;
  const { containers, initContainers = [] } = deployment.spec.template.spec;
  const autoscaler = all.find(
    ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === app,
  ) as Autoscaler | undefined;
  const [container] = containers;
  const [migration] = initContainers;
  const scale = autoscaler
    ? { replicas: autoscaler.spec.minReplicas, autoscaling: scalingOf(autoscaler) }
    : { replicas: deployment.spec.replicas };
  const values = {
    enabled: true,
    secret: `florin-${app}`,
    ...scale,
    ...(app === 'gateway' && { tls: { secretName: '' } }),
    ...(app === 'ledger' && { shards: { count: 1, secret: 'florin-ledger-shards' } }),
    resources: container?.resources,
    nodeSelector: {},
    tolerations: [],
    ...(migration && {
      migration: { secret: `florin-${app}-migration`, resources: migration.resources },
    }),
  };
  const text = stringify({ [app]: values }, { lineWidth: 0 })
    .replace(/^ {4}secretName: .*\n/m, `${TLS}$&`)
    .replace(/^ {2}shards:\n/m, `${SHARDS}$&`);
  return text.replace(/^( *)secret: (florin-(?!ledger-shards).+)\n/gm, (line, indent, secret) =>
    [
      ...secretKeys(secret, containers.concat(initContainers)).map(
        (keys) => `${indent}# ${keys}\n`,
      ),
      line,
    ].join(''),
  );
}

function scalingOf({ spec: { minReplicas, maxReplicas, metrics } }: Autoscaler) {
  const [metric] = metrics;
  const { averageValue } = (metric?.pods ?? metric?.resource)?.target ?? {};
  return { enabled: true, minReplicas, maxReplicas, averageValue };
}

function secretKeys(secret: string, containers: readonly Container[]): readonly string[] {
  const refs = containers
    .flatMap(({ env = [] }) => env)
    .map(({ valueFrom: { secretKeyRef } }) => secretKeyRef)
    .filter(({ name }) => name === secret);
  const keysOf = (optional: boolean) =>
    refs
      .filter((ref) => (ref.optional ?? false) === optional)
      .map(({ key }) => key)
      .join(', ');
  const optional = keysOf(true);
  return [`Keys: ${keysOf(false)}.`, ...(optional === '' ? [] : [`Optional: ${optional}.`])];
}

/** A schema that refuses a misspelled setting, which Helm would ignore. */
export function renderSchema(read: ReadText): string {
  const value = { type: ['string', 'number', 'boolean', 'null'] };
  const names = listSettings(read).filter((name) => !isSecret(name));
  const schema = {
    $schema: 'https://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      settings: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, value])),
        patternProperties: { '^OTEL_[A-Z_]+$': value },
        additionalProperties: false,
      },
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
