import { callees, type PeerName, serviceNames } from '@florin/contracts';

export type ReadText = (path: string) => string;

const appNames: readonly PeerName[] = [...serviceNames, 'gateway'];

/** Settings that pods read from a Secret; the values file has none of them. */
const SECRET =
  /(DATABASE_URL|NATS_URL|STANDBY_URL|SHARD_URLS|SMTP_URL|_KEYS|_CREDS|_PASSWORD|_TOKEN|_SECRETS?|SECRET_KEY|TAX_KEY|DKIM_KEY|DIGEST_TO|OTLP_HEADERS)$/;

/** Shared settings that apply to a service without its own (`ownEnvironment`). */
const SHARED = [
  'DATABASE_POOLER',
  'STANDBY_LAG_MAX_MS',
  'NATS_CA',
  'NATS_REPLICAS',
  'NATS_STREAM_BYTES',
];

/** OpenTelemetry's own settings; the SDK accepts more. */
const TELEMETRY = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** Settings of commands, not of pods. */
const OF_COMMANDS = /_(MIGRATION|PROVISION)_/;

/** Files of a mounted Secret, whose name is a value (`gateway.tls.secretName`). */
const OF_VOLUMES = /^FLORIN_TLS_(CERT|KEY)$/;

export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/**
 * Settings that apps read, found in the sources; `<SERVICE>_HTTP_PORT` exists for every service.
 */
export function readSettings(read: ReadText): readonly string[] {
  /** The keys of the shapes that a source passes to `readEnvironment`. */
  const settingsIn = (path: string) =>
    [...read(path).matchAll(/\b([A-Z][A-Z_]{2,}): \w/g)].map(([, name = '']) => name);
  const names = [
    ...['config', 'database-roles', 'mode']
      .flatMap((file) => settingsIn(`packages/service/src/settings/${file}.ts`))
      .map((name) => (name.startsWith('FLORIN_') ? name : `<SERVICE>_${name}`)),
    ...appNames.flatMap((app) =>
      settingsIn(`apps/${app}/src/config.ts`).map((name) => withPrefix(app, name)),
    ),
    ...['stripe', 'transfer'].flatMap((name) =>
      settingsIn(`apps/processors/src/settings/${name}.ts`),
    ),
    'LEDGER_SHARD_URLS',
    ...settingsIn('apps/mail/src/smtp/settings.ts'),
  ];
  return [...new Set(names)];
}

function withPrefix(app: string, name: string): string {
  // Addresses of the services that an app calls.
  if (/^(GRPC_ADDRESSES|HTTP_URLS)$/.test(name)) return `<SERVICE>_${name}`;
  const isWhole = ['FLORIN', 'EVENTS', ...serviceNames].some((owner) =>
    name.startsWith(`${owner.toUpperCase()}_`),
  );
  return isWhole ? name : `${app.toUpperCase()}_${name}`;
}

/**
 * The names of a setting that every service has; the gateway also has those of NATS, and callers
 * have call keys.
 */
export function expand(name: string): readonly string[] {
  if (!name.startsWith('<SERVICE>_')) return [name];
  const own = name.slice('<SERVICE>_'.length);
  const apps = appNames.filter((app) => {
    if (own === 'CALL_KEYS') return callees[app].length > 0;
    return app !== 'gateway' || /^NATS_(CREDS|CA)$/.test(own);
  });
  return apps.map((app) => `${app.toUpperCase()}_${own}`);
}

/** All settings of the pods, with full names. */
export function listSettings(read: ReadText): readonly string[] {
  const names = readSettings(read).flatMap(expand);
  return [...new Set([...names, ...SHARED, ...TELEMETRY, 'OTEL_EXPORTER_OTLP_HEADERS'])]
    .filter((name) => !OF_COMMANDS.test(name) && !OF_VOLUMES.test(name))
    .toSorted();
}
