import type { BlockList } from 'node:net';
import { type ServiceName, SHARDS_MAX, serviceNames } from '@florin/contracts';
import type { NatsConfig } from '@florin/events';
import type { KeyRing } from '@florin/runtime/caller';
import {
  addressesField,
  type Environment,
  keyRingField,
  type MetricsPlace,
  natsFields,
  ownEnvironment,
  pemField,
  pemPathOf,
  portField,
  readCommit,
  readEnvironment,
  readMetricsToken,
  readRequestLog,
  toNats,
} from '@florin/service';
import { z } from 'zod';
import type { CorsOrigins } from './answers/answer.ts';
import type { TlsKeys } from './requests/certificate.ts';
import { parseProxies } from './requests/frame.ts';

/** Addresses of one service's replicas. */
export interface ServiceAddresses {
  /** Each is `host:port`. */
  readonly grpc: readonly string[];
  /** Origins: `http://host:port` each. */
  readonly http: readonly string[];
}

export interface GatewayConfig {
  readonly host: string;
  /** 0 chooses any free port. */
  readonly port: number;
  /** Address of the metrics server, never the port that clients reach. */
  readonly metrics: MetricsPlace;
  /** Whether clients may choose the trace of a request. */
  readonly trustsTraceParent: boolean;
  /** Open client connections; further ones are dropped. */
  readonly connectionsMax: number;
  /** Open connections per client address, except proxies; further ones are dropped. */
  readonly connectionsPerAddressMax: number;
  /** Whether excess requests of one token or address get 429. */
  readonly limitsRates: boolean;
  /** Undefined for plain HTTP, as when TLS ends in front of the gateway. */
  readonly tls: TlsKeys | undefined;
  /** Load balancers whose X-Forwarded-For header is trusted. */
  readonly proxies: BlockList;
  readonly corsOrigins: CorsOrigins;
  readonly callKeys: KeyRing;
  /** NATS, where identity announces revocations; without it, polling finds them within a second. */
  readonly nats: NatsConfig | undefined;
  /** Base URL for clients, for the OpenAPI document. */
  readonly publicUrl: string | undefined;
  /** The commit it was built from, if known. */
  readonly commit?: string | undefined;
  /** Whether every request is logged; true by default. */
  readonly requestLog?: boolean | undefined;
  /** Whether to fill one ledger before the next; otherwise requests spread over all, by account. */
  readonly fillsLedgers?: boolean | undefined;
  /** Number of shards of the ledger's accounts; undefined for one. */
  readonly ledgerShards?: number | undefined;
  /** The configured services. */
  readonly services: ReadonlyMap<ServiceName, ServiceAddresses>;
}

/** `10.0.0.0/8,192.0.2.1` */
const proxiesField = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return parseProxies(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'is not valid');
      return z.NEVER;
    }
  });

/** `*`, or origins as browsers write them: `https://app.example,https://…`. */
const corsField = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .transform((origins) => new Set(origins.filter((origin) => origin !== '')))
  .refine(
    (origins) => [...origins].every((one) => one === '*' || URL.parse(one)?.origin === one),
    'must be * or origins such as https://app.example, without a path',
  );

const originsField = addressesField.pipe(
  z.array(
    z
      .url({ protocol: /^http$/ })
      .refine((url) => new URL(url).pathname === '/', 'must not have a path')
      .transform((url) => new URL(url).origin),
  ),
);

/** Called once, by main.ts. No other code may read the environment. */
export function readConfig(env: Environment): GatewayConfig {
  const own = readEnvironment(ownEnvironment('gateway', env), {
    HOST: z.string().default('127.0.0.1').describe('Address for clients.'),
    PORT: portField.default(8080).describe('Port for clients.'),
    CONNECTIONS_MAX: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(10_000)
      .describe('Open client connections; further ones are dropped.'),
    CONNECTIONS_PER_ADDRESS_MAX: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(1_000)
      .describe(
        'Connections of one address, or of one /64 with IPv6. Addresses in `GATEWAY_TRUSTED_PROXIES` are exempt: name every load balancer there.',
      ),
    CALL_KEYS: keyRingField.describe('Call keys of all services behind the gateway.'),
    LEDGERS: z
      .enum(['fill', 'spread'])
      .default('fill')
      .describe(
        '`fill` uses one ledger replica until it is busy, then the next one as well, which keeps batches large. `spread` uses all of them, by account.',
      ),
    TRUST_TRACEPARENT: z
      .enum(['on', 'off'])
      .default('off')
      .describe("`on` continues the trace in a request's `traceparent`."),
    METRICS_HOST: z.string().default('127.0.0.1').describe('Address of `/metrics`.'),
    METRICS_PORT: portField.default(9464).describe('Port of `/metrics`.'),
    TRUSTED_PROXIES: proxiesField.describe(
      'Load balancers whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8,192.0.2.1`. Without it, all clients behind one share its address and rate limits.',
    ),
    ...natsFields,
    NATS_URL: natsFields.NATS_URL.optional().describe(
      'NATS URL, as for services. Without it, a revocation takes up to a second longer.',
    ),
  });
  const shared = readEnvironment(env, {
    FLORIN_TLS_CERT: pemField
      .optional()
      .describe(
        'Certificate as a PEM file, or its text: serves HTTPS with HSTS. Renewed files apply within a second; open connections keep the old one.',
      ),
    FLORIN_TLS_KEY: pemField
      .optional()
      .describe('Key of the certificate, as a PEM file or its text.'),
    FLORIN_CORS_ORIGINS: corsField.describe(
      '`https://app.example,…` or `*`: pages that may call from a browser.',
    ),
    FLORIN_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    LEDGER_SHARDS: z.coerce
      .number()
      .int()
      .min(2)
      .max(SHARDS_MAX)
      .optional()
      .describe(
        'Number of `LEDGER_SHARD_URLS`. Accounts of a shard go to the same ledger process, which keeps batches large with several ledgers.',
      ),
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  });
  const services = new Map<ServiceName, ServiceAddresses>();
  for (const service of serviceNames) {
    const addresses = readAddresses(service, env);
    if (!addresses) continue;
    if (!own.CALL_KEYS.has(service))
      throw new Error(`invalid environment\nGATEWAY_CALL_KEYS has no key for calls to ${service}`);
    services.set(service, addresses);
  }
  return {
    host: own.HOST,
    port: own.PORT,
    metrics: { host: own.METRICS_HOST, port: own.METRICS_PORT, token: readMetricsToken(env) },
    trustsTraceParent: own.TRUST_TRACEPARENT === 'on',
    connectionsMax: own.CONNECTIONS_MAX,
    connectionsPerAddressMax: own.CONNECTIONS_PER_ADDRESS_MAX,
    limitsRates: shared.FLORIN_RATE_LIMITS === 'on',
    tls: toTlsKeys(shared.FLORIN_TLS_CERT, shared.FLORIN_TLS_KEY, env),
    proxies: own.TRUSTED_PROXIES,
    corsOrigins: shared.FLORIN_CORS_ORIGINS,
    callKeys: own.CALL_KEYS,
    nats: own.NATS_URL === undefined ? undefined : toNats({ ...own, NATS_URL: own.NATS_URL }),
    publicUrl: shared.FLORIN_PUBLIC_URL?.replace(/\/+$/, ''),
    commit: readCommit(env),
    requestLog: readRequestLog(env),
    fillsLedgers: own.LEDGERS === 'fill',
    ledgerShards: shared.LEDGER_SHARDS,
    services,
  };
}

/** Undefined for a service that does not run here: neither setting is set. */
function readAddresses(service: ServiceName, env: Environment): ServiceAddresses | undefined {
  const own = ownEnvironment(service, env);
  if (!own.GRPC_ADDRESSES && !own.HTTP_URLS) return undefined;
  const { GRPC_ADDRESSES, HTTP_URLS } = readEnvironment(own, {
    GRPC_ADDRESSES: addressesField,
    HTTP_URLS: originsField.describe(
      'For the gateway: `http://host:port,…` of the service, resolved like the gRPC addresses.',
    ),
  });
  return { grpc: GRPC_ADDRESSES, http: HTTP_URLS };
}

/** @throws Error if only one of the two is set. */
function toTlsKeys(
  cert: string | undefined,
  key: string | undefined,
  env: Environment,
): TlsKeys | undefined {
  if (cert !== undefined && key !== undefined) {
    const [certFile, keyFile] = [
      pemPathOf('FLORIN_TLS_CERT', env),
      pemPathOf('FLORIN_TLS_KEY', env),
    ];
    return { cert, key, files: certFile && keyFile ? { cert: certFile, key: keyFile } : undefined };
  }
  if (cert === undefined && key === undefined) return undefined;
  throw new Error('invalid environment\nFLORIN_TLS_CERT and FLORIN_TLS_KEY must be set together');
}
