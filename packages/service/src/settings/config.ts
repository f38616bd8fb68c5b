import type { PeerName, ServiceName } from '@florin/contracts';
import {
  type DatabaseConfig,
  POOL_SIZE_MAX_DEFAULT,
  refuseDatabaseUrl,
  type StandbyConfig,
} from '@florin/database';
import type { NatsConfig } from '@florin/events';
import { type KeyRing, parseKeyRing } from '@florin/runtime/caller';
import { z } from 'zod';
import { OBSERVER, type ObservedEnvironment } from './observe-settings.ts';
import { pemField } from './pem-field.ts';
import { fileOf, readSettingFiles } from './setting-files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of every service. */
export interface ServiceConfig {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly database: DatabaseConfig;
  /** Standbys of the database, which serve reads; absent if there are none. */
  readonly standbys?: StandbyConfig;
  readonly nats: NatsConfig;
  /** Keys of peers that may call this service. */
  readonly acceptKeys: KeyRing;
  /** Keys for the services that this service calls. */
  readonly callKeys: KeyRing;
  /** The commit it was built from, if known. */
  readonly commit?: string | undefined;
  /** Whether every request is logged; true by default. */
  readonly requestLog?: boolean | undefined;
  /** Required bearer token for `/metrics` and `/version`; undefined if they are open. */
  readonly metricsToken?: string | undefined;
}

export const portField = z.coerce.number().int().min(0).max(65_535);
export const keyRingField = z.string().transform((text, context) => {
  try {
    return parseKeyRing(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'is not valid');
    return z.NEVER;
  }
});
/** `host:port,host:port`, one per replica. */
export const addressesField = z
  .string()
  .transform((text) => text.split(',').filter((address) => address !== ''))
  .refine((addresses) => addresses.length > 0, 'needs at least one host:port');
export const databaseUrlField = z.string().superRefine((url, context) => {
  const refusal = refuseDatabaseUrl(url);
  if (refusal !== undefined) context.addIssue(refusal);
});

/** The commit that a process was built from, as set by its deployment. */
export function readCommit(env: Environment): string | undefined {
  const commit = z.string().regex(/^[0-9a-f]{7,64}$/, 'must be a commit hash');
  return readEnvironment(env, {
    FLORIN_COMMIT: commit.optional().describe('Commit that `/version` reports.'),
  }).FLORIN_COMMIT;
}

/** Whether every request is logged, in addition to failures. */
export function readRequestLog(env: Environment): boolean {
  const { FLORIN_REQUEST_LOG } = readEnvironment(env, {
    FLORIN_REQUEST_LOG: z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        '`off` logs only errors, not every request. `npm start` sets `off` unless `FLORIN_LOG` is `debug` or `json`.',
      ),
  });
  return FLORIN_REQUEST_LOG === 'on';
}

/** The token that `/metrics` and `/version` require; undefined if they are open. */
export function readMetricsToken(env: Environment): string | undefined {
  const token = z.string().regex(/^[!-~]{32,}$/, 'must have 32 or more visible ASCII characters');
  return readEnvironment(env, {
    FLORIN_METRICS_TOKEN: token
      .optional()
      .describe(
        'At least 32 visible characters, required as a bearer token for `/metrics`, and for `/version` of a service. Without it they are open. `npm start` and `npm run local-secrets` generate one.',
      ),
  }).FLORIN_METRICS_TOKEN;
}

/** Maps an own environment's setting names to the original ones, for messages. */
const SPELLING = Symbol('spelling');
interface OwnEnvironment extends ObservedEnvironment {
  readonly [SPELLING]?: (name: string) => string;
}

/**
 * Reads settings from the environment. Empty settings count as missing. A secret may be in a file
 * named by `X_FILE`.
 * @throws Error that lists every missing or invalid setting, never its value
 */
export function readEnvironment<Shape extends z.ZodRawShape>(env: Environment, shape: Shape) {
  const spell = (env as OwnEnvironment)[SPELLING] ?? ((name) => name);
  const observer = (env as OwnEnvironment)[OBSERVER];
  for (const [name, field] of Object.entries(shape)) observer?.(spell(name), field as z.ZodType);
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const given = { ...set, ...readSettingFiles(set, Object.keys(shape), spell) };
  const parsed = z.object(shape).safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${spell(name)}${given[name] === undefined ? ' is not set' : `: ${message}`}`;
  });
  throw new Error(['invalid environment', ...lines].join('\n'));
}

/** Settings that all processes can share: used when the one with a prefix is not set. */
export const sharedSettings: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_POOLER',
  'STANDBY_LAG_MAX_MS',
  'NATS_URL',
  'NATS_CREDS',
  'NATS_CA',
  'NATS_REPLICAS',
  'NATS_STREAM_BYTES',
];

/** A process's own settings without their prefix: `LEDGER_HTTP_PORT` as `HTTP_PORT`. */
export function ownEnvironment(name: PeerName, env: Environment): Environment {
  const prefix = `${name.toUpperCase()}_`;
  const own = Object.fromEntries(
    Object.entries(env)
      .filter(([variable]) => variable.startsWith(prefix))
      .map(([variable, value]) => [variable.slice(prefix.length), value] as const),
  );
  const shared = Object.fromEntries(
    sharedSettings
      .filter((setting) => !Object.hasOwn(own, setting) && !Object.hasOwn(own, fileOf(setting)))
      .flatMap((setting) => [setting, fileOf(setting)])
      .filter((setting) => env[setting] !== undefined)
      .map((setting) => [setting, env[setting]] as const),
  );
  return {
    ...shared,
    ...own,
    [SPELLING]: (setting: string) =>
      Object.hasOwn(shared, setting) ? setting : `${prefix}${setting}`,
    [OBSERVER]: (env as OwnEnvironment)[OBSERVER],
  } as OwnEnvironment;
}

const databaseFields = {
  DATABASE_URL: databaseUrlField.describe(
    'Database URL of the role `florin_<service>`, or `florin_<service>_b` after a [rotation](secrets.md#rotate-secrets).',
  ),
  DATABASE_POOL_SIZE_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(POOL_SIZE_MAX_DEFAULT)
    .describe('Postgres connections per process.'),
  DATABASE_POOLER: z
    .enum(['none', 'transaction'])
    .default('none')
    .describe(
      '`transaction`: `<SERVICE>_DATABASE_URL` leads to a pooler in transaction mode, such as [PgBouncer](postgres.md#pgbouncer).',
    ),
};

const HOUR_MS = 3_600_000;
const standbyFields = {
  STANDBY_URL: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(databaseUrlField))
    .default([])
    .describe(
      'URLs of [standbys](standbys.md) with the same role, separated by commas. They serve reads.',
    ),
  // At least 2 s, since the primary's position is read once a second.
  STANDBY_LAG_MAX_MS: z.coerce
    .number()
    .int()
    .min(2_000)
    .max(HOUR_MS)
    .default(5_000)
    .describe('Maximum age of a read with a consistency token, in milliseconds.'),
};

function toDatabase(own: z.output<z.ZodObject<typeof databaseFields>>): DatabaseConfig {
  return {
    url: own.DATABASE_URL,
    poolSizeMax: own.DATABASE_POOL_SIZE_MAX,
    isPooled: own.DATABASE_POOLER === 'transaction',
  };
}

/** Settings of a command that only reads the database. */
export function readDatabaseConfig(name: ServiceName, env: Environment): DatabaseConfig {
  const own = readEnvironment(ownEnvironment(name, env), databaseFields);
  return toDatabase(own);
}

const oneNatsUrl = z.url({ protocol: /^(nats|tls)$/ });
/** Comma-separated servers of a cluster. */
export const natsUrlField = z
  .string()
  .refine(
    (text) => text.split(',').every((url) => oneNatsUrl.safeParse(url).success),
    'must be a nats:// or tls:// URL, or several separated by commas',
  );
/** Streams need a majority of their servers, so two are no safer than one. */
export const natsReplicasField = z.enum(['1', '3', '5']).transform(Number).optional().meta({
  defaultText: '1',
  description:
    'NATS servers of a cluster that store each event. `provision` also changes existing streams; a service only creates its own.',
});
export const natsCaField = pemField
  .optional()
  .describe('PEM file, or its text: the CA that signed the certificate of NATS. It requires TLS.');

/** Space for at least some minutes of events. */
const STREAM_BYTES_MIN = 1_048_576;
export const natsStreamBytesField = z.coerce.number().int().min(STREAM_BYTES_MIN).optional().meta({
  defaultText: '1073741824',
  description:
    "Size limit of the service's stream, in bytes. `provision` also changes existing streams; a service only creates its own. JetStream needs space for all seven.",
});

/** Address and credentials of NATS. */
export const natsFields = {
  NATS_URL: natsUrlField.describe(
    '`nats://user:password@host:4222` or `nats://token@host`; `tls://` requires encryption. For a cluster, several URLs separated by commas; the first one holds the credentials.',
  ),
  NATS_CREDS: pemField
    .optional()
    .describe('Creds file, or its text: the user for a NATS with accounts.'),
  NATS_CA: natsCaField,
  NATS_REPLICAS: natsReplicasField,
  NATS_STREAM_BYTES: natsStreamBytesField,
};

export function toNats(own: z.output<z.ZodObject<typeof natsFields>>): NatsConfig {
  return {
    url: own.NATS_URL,
    creds: own.NATS_CREDS,
    ca: own.NATS_CA,
    replicas: own.NATS_REPLICAS,
    streamBytes: own.NATS_STREAM_BYTES,
  };
}

/** Settings that every service has, with its prefix: `LEDGER_HTTP_PORT` and so on. */
export function readServiceConfig(name: ServiceName, env: Environment): ServiceConfig {
  const own = readEnvironment(ownEnvironment(name, env), {
    HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
    HTTP_PORT: portField.describe('HTTP port; 0 takes any free port.'),
    GRPC_PORT: portField.describe('gRPC port; 0 takes any free port.'),
    ...databaseFields,
    ...standbyFields,
    ...natsFields,
    ACCEPT_KEYS: keyRingField.describe(
      '[Call keys](secrets.md#call-keys) of the apps that may call this service.',
    ),
    CALL_KEYS: keyRingField
      .default(new Map())
      .describe('Call keys of the services that this service calls.'),
  });
  return {
    host: own.HOST,
    httpPort: own.HTTP_PORT,
    grpcPort: own.GRPC_PORT,
    database: toDatabase(own),
    ...(own.STANDBY_URL.length > 0 && {
      standbys: { urls: own.STANDBY_URL, lagMaxMs: own.STANDBY_LAG_MAX_MS },
    }),
    nats: toNats(own),
    acceptKeys: own.ACCEPT_KEYS,
    callKeys: own.CALL_KEYS,
    commit: readCommit(env),
    requestLog: readRequestLog(env),
    metricsToken: readMetricsToken(env),
  };
}

/** gRPC addresses of another service. */
export function readGrpcAddresses(callee: ServiceName, env: Environment): readonly string[] {
  return readEnvironment(ownEnvironment(callee, env), {
    GRPC_ADDRESSES: addressesField.describe(
      'For callers of the service: `host:port,…`. Names are resolved every five seconds, and calls rotate over all addresses. On Kubernetes use the headless Service ([decision 77](../decisions/0077-headless-services.md)).',
    ),
  }).GRPC_ADDRESSES;
}
