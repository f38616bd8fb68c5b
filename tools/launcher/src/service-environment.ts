import { callees, type PeerName, type ServiceName, serviceNames } from '@florin/contracts';
import type { Environment } from './config.ts';

/** One process of an app. The gateway has no gRPC port. */
export interface Replica {
  readonly app: PeerName;
  /** From 1. */
  readonly number: number;
  readonly httpPort: number;
  readonly grpcPort: number | undefined;
}

export interface DatabaseUrls {
  readonly app: string;
  readonly owner: string;
}

export interface System {
  readonly given: Environment;
  readonly replicas: readonly Replica[];
  readonly databaseUrls: ReadonlyMap<ServiceName, DatabaseUrls>;
  readonly natsUrl: string;
  readonly publicUrl: string;
  readonly gatewayHost: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** In base64url. */
  readonly callKey: (caller: PeerName, callee: ServiceName) => string;
}

/** A second key id would let a key be exchanged while everything runs. */
const keyId = 'k1';
const apps: readonly PeerName[] = [...serviceNames, 'gateway'];
const secretSuffixes = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'ACCEPT_KEYS', 'CALL_KEYS'];
const launcherOnly = ['DATABASE_URL', 'FLORIN_ADMIN_EMAIL', 'FLORIN_ADMIN_PASSWORD'];

export function nameOf({ app, number }: Replica): string {
  return `${app}-${number}`;
}

/** Everything one process is told: what the person set, its own place, and where its callees are. */
export function serviceEnvironment(replica: Replica, system: System): Environment {
  const { app } = replica;
  return {
    ...passedThrough(app, system.given),
    NATS_URL: system.natsUrl,
    FLORIN_PUBLIC_URL: system.publicUrl,
    ...(app === 'accounts' && {
      FLORIN_ADMIN_EMAIL: system.admin.email,
      FLORIN_ADMIN_PASSWORD: system.admin.password,
    }),
    // Whoever tries webhooks here has their receiver here too.
    ...(app === 'webhooks' && {
      FLORIN_WEBHOOKS_ALLOW_PRIVATE: system.given.FLORIN_WEBHOOKS_ALLOW_PRIVATE ?? 'on',
    }),
    ...(app === 'gateway' ? gatewayPlace(replica, system) : servicePlace(app, replica, system)),
    ...calls(app, system),
  };
}

/** A service never sees the secrets of another one. */
function passedThrough(app: PeerName, given: Environment): Environment {
  const foreign = apps
    .filter((other) => other !== app)
    .flatMap((other) => secretSuffixes.map((suffix) => `${other.toUpperCase()}_${suffix}`));
  const kept = Object.entries(given).filter(
    ([name]) => !foreign.includes(name) && !launcherOnly.includes(name),
  );
  return Object.fromEntries(kept);
}

function gatewayPlace({ httpPort }: Replica, { gatewayHost, given }: System): Environment {
  return {
    GATEWAY_HOST: gatewayHost,
    GATEWAY_PORT: String(httpPort),
    // Any free one, which its log names: two gateways on one machine must not want the same.
    GATEWAY_METRICS_PORT: given.GATEWAY_METRICS_PORT ?? '0',
  };
}

function servicePlace(app: ServiceName, replica: Replica, system: System): Environment {
  const prefix = app.toUpperCase();
  const urls = system.databaseUrls.get(app);
  const callers = apps.filter((caller) => calleesOf(caller).includes(app));
  return {
    [`${prefix}_HOST`]: '127.0.0.1',
    [`${prefix}_HTTP_PORT`]: String(replica.httpPort),
    [`${prefix}_GRPC_PORT`]: String(replica.grpcPort),
    [`${prefix}_DATABASE_URL`]: urls?.app,
    [`${prefix}_MIGRATION_DATABASE_URL`]: urls?.owner,
    [`${prefix}_ACCEPT_KEYS`]: callers
      .map((caller) => `${caller}=${keyId}:${system.callKey(caller, app)}`)
      .join(','),
  };
}

function calls(app: PeerName, { replicas, callKey }: System): Environment {
  const environment: Record<string, string> = {};
  const keys = calleesOf(app).map((callee) => `${callee}=${keyId}:${callKey(app, callee)}`);
  environment[`${app.toUpperCase()}_CALL_KEYS`] = keys.join(',');
  for (const callee of calleesOf(app)) {
    const started = replicas.filter((replica) => replica.app === callee);
    // A callee that runs elsewhere keeps the addresses that the person set.
    if (started.length === 0) continue;
    const prefix = callee.toUpperCase();
    environment[`${prefix}_GRPC_ADDRESSES`] = started
      .map(({ grpcPort }) => `127.0.0.1:${grpcPort}`)
      .join(',');
    environment[`${prefix}_HTTP_URLS`] = started
      .map(({ httpPort }) => `http://127.0.0.1:${httpPort}`)
      .join(',');
  }
  return environment;
}

function calleesOf(app: PeerName): readonly ServiceName[] {
  return callees[app];
}
