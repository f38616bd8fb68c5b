import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';
import { WRITER_LIMITS, type WriterLimits } from './posting/writer.ts';
import { readShardUrls } from './shards/settings.ts';

export interface LedgerConfig extends ServiceConfig {
  /** How long a payment with automatic capture stays pending. */
  readonly settlementDelayMs: number;
  /** Who may record credits: the account's own callers too, or admins only. */
  readonly creditBy: 'owner' | 'admin';
  /** What the addresses of all pages begin with, without a slash at its end. */
  readonly publicUrl: string;
  /** How long an attempt to pay may be processing before the processor is asked about it. */
  readonly staleAttemptMs: number;
  readonly writerLimits: WriterLimits;
  /** Of the schemas among which accounts are parted, in their order for good; empty where there is one. */
  readonly shardUrls: readonly string[];
  /** Of the accounts service, which knows whose name to put on a page; empty where none runs. */
  readonly accountsAddresses: readonly string[];
  /** Of the processors service, by which customers pay; empty where none runs. */
  readonly processorsAddresses: readonly string[];
  /** Of billing, which knows what its payments are for; empty where none runs. */
  readonly billingAddresses: readonly string[];
}

/** Above the time allowed at the edge: what a customer still waits for is not asked about. */
const STALE_ATTEMPT_MS = 4_000;
const WEEK_MS = 7 * 86_400_000;

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): LedgerConfig {
  const isDevelopment = readMode(env) === 'development';
  const publicUrl = z.url({ protocol: /^https?$/ });
  const own = readEnvironment(env, {
    LEDGER_SETTLEMENT_DELAY_MS: z.coerce.number().int().min(0).max(WEEK_MS).default(60_000),
    LEDGER_CREDIT_BY: z.enum(['owner', 'admin']).default(isDevelopment ? 'owner' : 'admin'),
    // A customer elsewhere could not open a page of this machine.
    FLORIN_PUBLIC_URL: isDevelopment ? publicUrl.default('http://127.0.0.1:8080') : publicUrl,
  });
  return {
    ...readServiceConfig('ledger', env),
    shardUrls: readShardUrls(env),
    settlementDelayMs: own.LEDGER_SETTLEMENT_DELAY_MS,
    creditBy: own.LEDGER_CREDIT_BY,
    accountsAddresses: env.ACCOUNTS_GRPC_ADDRESSES ? readGrpcAddresses('accounts', env) : [],
    processorsAddresses: env.PROCESSORS_GRPC_ADDRESSES ? readGrpcAddresses('processors', env) : [],
    billingAddresses: env.BILLING_GRPC_ADDRESSES ? readGrpcAddresses('billing', env) : [],
    staleAttemptMs: STALE_ATTEMPT_MS,
    writerLimits: WRITER_LIMITS,
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
  };
}
