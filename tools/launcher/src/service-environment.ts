import {
  callees,
  type Mode,
  type PeerName,
  type ServiceName,
  serviceNames,
} from '@florin/contracts';
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
  readonly mode: Mode;
  readonly given: Environment;
  readonly replicas: readonly Replica[];
  readonly databaseUrls: ReadonlyMap<ServiceName, DatabaseUrls>;
  /** URLs of the launcher's NATS; undefined if all apps were given another one. */
  readonly natsUrlOf: ((app: PeerName) => string) | undefined;
  readonly publicUrl: string;
  readonly gatewayHost: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** The metrics token of every process, unless the user has set one. */
  readonly metricsToken: string;
  /** In base64url. */
  readonly callKey: (caller: PeerName, callee: ServiceName) => string;
}

/** A second key id allows key rotation without a stop. */
const keyId = 'k1';
const apps: readonly PeerName[] = [...serviceNames, 'gateway'];
/** Settings of the launcher, migrations and provisioning, which no serving process needs. */
const unserved =
  /^(DATABASE_URL|[A-Z]+_(MIGRATION|PROVISION)_(DATABASE|NATS)_URL|FLORIN_ADMIN_[A-Z]+|PG[A-Z]+)(_FILE)?$/;
/** Settings of one app whose name does not show it. */
const ofOne: readonly (readonly [RegExp, PeerName])[] = [
  [/^FLORIN_TLS_(CERT|KEY)(_FILE)?$/, 'gateway'],
  [/^SMTP_URL(_FILE)?$/, 'mail'],
  [/^(STRIPE|BANK_TRANSFER)_/, 'processors'],
];
/** Settings of one app that others need. */
const address = /_(GRPC_ADDRESSES|HTTP_URLS)$/;

export function nameOf({ app, number }: Replica): string {
  return `${app}-${number}`;
}

/** The environment of one process: the user's settings, its addresses, and those of its callees. */
export function serviceEnvironment(replica: Replica, system: System): Environment {
  const { app } = replica;
  const { FLORIN_METRICS_TOKEN, FLORIN_METRICS_TOKEN_FILE } = system.given;
  return {
    ...(!FLORIN_METRICS_TOKEN_FILE && {
      FLORIN_METRICS_TOKEN: FLORIN_METRICS_TOKEN ?? system.metricsToken,
    }),
    ...passedThrough(app, system.given),
    ...natsPlace(app, system),
    FLORIN_MODE: system.mode,
    FLORIN_PUBLIC_URL: system.publicUrl,
    ...(app === 'accounts' && {
      FLORIN_ADMIN_EMAIL: system.admin.email,
      FLORIN_ADMIN_PASSWORD: system.admin.password,
    }),
    // Without mail, no one could verify anything.
    ...(app === 'identity' &&
      !system.given.SMTP_URL &&
      !system.given.SMTP_URL_FILE && {
        FLORIN_VERIFIED_EMAIL: system.given.FLORIN_VERIFIED_EMAIL ?? 'optional',
      }),
    // In development, webhook receivers run on this machine.
    ...(app === 'webhooks' &&
      system.mode === 'development' && {
        FLORIN_WEBHOOKS_ALLOW_PRIVATE: system.given.FLORIN_WEBHOOKS_ALLOW_PRIVATE ?? 'on',
      }),
    ...(app === 'gateway' ? gatewayPlace(replica, system) : servicePlace(app, replica, system)),
    ...calls(app, system),
  };
}

/** Only the settings that a process needs: other processes of the user can read its environment. */
function passedThrough(app: PeerName, given: Environment): Environment {
  const kept = Object.entries(given).filter(([name]) => {
    if (unserved.test(name)) return false;
    const only = ofOne.find(([names]) => names.test(name));
    if (only) return app === only[1];
    const owner = apps.find((other) => name.startsWith(`${other.toUpperCase()}_`));
    return owner === undefined || owner === app || address.test(name);
  });
  return Object.fromEntries(kept);
}

/** A setting for one app takes precedence. */
function natsPlace(app: PeerName, { natsUrlOf, given }: System): Environment {
  const own = `${app.toUpperCase()}_NATS_URL`;
  if (natsUrlOf === undefined || given[own] || given[`${own}_FILE`]) return {};
  return { [own]: natsUrlOf(app), NATS_CREDS: undefined, NATS_CA: undefined };
}

function gatewayPlace({ httpPort }: Replica, { gatewayHost, given }: System): Environment {
  return {
    GATEWAY_HOST: gatewayHost,
    GATEWAY_PORT: String(httpPort),
    // Any free port, named in its log: two gateways on one machine need different ones.
    GATEWAY_METRICS_PORT: given.GATEWAY_METRICS_PORT ?? '0',
  };
}

function servicePlace(app: ServiceName, replica: Replica, system: System): Environment {
  const prefix = app.toUpperCase();
  const callers = apps.filter((caller) => calleesOf(caller).includes(app));
  return {
    [`${prefix}_HOST`]: '127.0.0.1',
    [`${prefix}_HTTP_PORT`]: String(replica.httpPort),
    [`${prefix}_GRPC_PORT`]: String(replica.grpcPort),
    [`${prefix}_DATABASE_URL`]: system.databaseUrls.get(app)?.app,
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
    // A callee that runs elsewhere keeps the given addresses.
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
