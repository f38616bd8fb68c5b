import {
  DEFAULT_ADMIN,
  type Mode,
  modes,
  type PeerName,
  type ServiceName,
  serviceNames,
} from '@florin/contracts';
import { refuseDatabaseUrl } from '@florin/database';
import { z } from 'zod';
import { dataDirOf } from './find-running.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface LauncherConfig {
  readonly mode: Mode;
  readonly root: string;
  readonly dataDir: string;
  readonly gatewayHost: string;
  /** The gateway's preferred port; if it is taken, a later one is used. */
  readonly gatewayPort: number;
  readonly publicUrl: string | undefined;
  readonly tls: boolean;
  readonly admin: { readonly email: string; readonly password: string };
  readonly log: 'readable' | 'debug' | 'json';
  readonly databaseUrl: string | undefined;
  readonly serviceDatabaseUrls: ReadonlyMap<ServiceName, string>;
  /** URLs for migrations, if another role owns the schema. */
  readonly migrationDatabaseUrls: ReadonlyMap<ServiceName, string>;
  readonly natsUrl: string | undefined;
  /** Number of processes by app. */
  readonly replicas: ReadonlyMap<PeerName, number>;
  /** Apps that restart whenever their source changes. */
  readonly watched: ReadonlySet<PeerName>;
  /** Passed on to the services unchanged. */
  readonly given: Environment;
}

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

const databaseUrl = z
  .string()
  .superRefine((url, context) => {
    const refusal = refuseDatabaseUrl(url);
    if (refusal !== undefined) context.addIssue(refusal);
  })
  .optional();
const replicas = z.coerce.number().int().min(1).max(16).default(1);

const schema = z.object({
  FLORIN_MODE: z.enum(modes).default('development'),
  FLORIN_PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  FLORIN_ADMIN_EMAIL: z.string().default(DEFAULT_ADMIN.email),
  FLORIN_ADMIN_PASSWORD: z.string().min(8).default(DEFAULT_ADMIN.password),
  FLORIN_TLS_CERT: z.string().optional(),
  FLORIN_LOG: z.enum(['readable', 'debug', 'json']).default('readable'),
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseUrl,
  NATS_URL: z.string().optional(),
});

export interface Place {
  readonly root: string;
  /** Names of apps, from the command line. */
  readonly only: readonly string[];
  readonly watch: readonly string[];
}

/** Reads the environment, which only `main.ts` passes. An empty `only` means everything. */
export function readConfig(given: Environment, { root, only, watch }: Place): LauncherConfig {
  const set = withoutEmpty(given);
  const values = parse(schema, set);
  if (
    values.FLORIN_MODE === 'production' &&
    values.FLORIN_ADMIN_PASSWORD === DEFAULT_ADMIN.password
  )
    throw new Error(
      'in production the administrator needs a password of your own: set FLORIN_ADMIN_PASSWORD',
    );
  const counts = replicasOf(set, appsOf('--only', only));
  const watched = appsOf('--watch', watch);
  const idle = watched.find((app) => !counts.has(app));
  if (idle !== undefined) throw new Error(`--watch ${idle}: add it to --only, or it does not run`);
  return {
    mode: values.FLORIN_MODE,
    root,
    dataDir: dataDirOf(set, root),
    gatewayHost: values.GATEWAY_HOST,
    gatewayPort: values.FLORIN_PORT,
    publicUrl: values.FLORIN_PUBLIC_URL,
    tls: values.FLORIN_TLS_CERT !== undefined,
    admin: { email: values.FLORIN_ADMIN_EMAIL, password: values.FLORIN_ADMIN_PASSWORD },
    log: values.FLORIN_LOG,
    databaseUrl: values.DATABASE_URL,
    serviceDatabaseUrls: databaseUrls(set, 'DATABASE_URL'),
    migrationDatabaseUrls: databaseUrls(set, 'MIGRATION_DATABASE_URL'),
    natsUrl: values.NATS_URL,
    replicas: counts,
    watched: new Set(watched),
    given: set,
  };
}

function databaseUrls(set: Environment, setting: string): Map<ServiceName, string> {
  const urls = new Map<ServiceName, string>();
  for (const service of serviceNames) {
    const name = `${service.toUpperCase()}_${setting}`;
    const url = parse(z.object({ [name]: databaseUrl }), set)[name];
    if (url !== undefined) urls.set(service, url);
  }
  return urls;
}

function appsOf(option: string, names: readonly string[]): PeerName[] {
  return names.map((name) => {
    const app = apps.find((known) => known === name);
    if (app === undefined) throw new Error(`${option} ${name}: there is ${apps.join(', ')}`);
    return app;
  });
}

function replicasOf(set: Environment, only: readonly PeerName[]): Map<PeerName, number> {
  const counts = new Map<PeerName, number>();
  for (const app of apps) {
    if (only.length > 0 && !only.includes(app)) continue;
    const name = `FLORIN_REPLICAS_${app.toUpperCase()}`;
    counts.set(app, parse(z.object({ [name]: replicas }), set)[name] ?? 1);
  }
  return counts;
}

/** `FLORIN_PORT= npm start` means that it is not set. */
function withoutEmpty(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

function parse<Schema extends z.ZodType>(wanted: Schema, set: Environment): z.output<Schema> {
  const result = wanted.safeParse(set);
  if (result.success) return result.data;
  throw new Error(`the environment cannot be used:\n${z.prettifyError(result.error)}`);
}
