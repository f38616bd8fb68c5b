import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';
import { readShardUrls } from './shards/settings.ts';
import { WRITER_LIMITS, type WriterLimits } from './writer-limits.ts';

export interface LedgerConfig extends ServiceConfig {
  /** How long a payment with automatic capture stays pending. */
  readonly settlementDelayMs: number;
  /** Callers that may record credits: those of the account, or admins only. */
  readonly creditBy: 'owner' | 'admin';
  /** Base URL of all pages, without a trailing slash. */
  readonly publicUrl: string;
  /** How long an attempt may be processing before the processor is queried. */
  readonly staleAttemptMs: number;
  readonly writerLimits: WriterLimits;
  /** URLs of the shards, in their permanent order; empty if there is only one database. */
  readonly shardUrls: readonly string[];
  /**
   * Addresses of the accounts service, which knows the names on pages; empty if it does not run.
   */
  readonly accountsAddresses: readonly string[];
  /** Addresses of the processors service, by which customers pay; empty if it does not run. */
  readonly processorsAddresses: readonly string[];
  /** Addresses of billing, which knows the invoices of its payments; empty if it does not run. */
  readonly billingAddresses: readonly string[];
}

/** Longer than the gateway's time limit, so attempts of waiting customers are not queried. */
const STALE_ATTEMPT_MS = 4_000;
const WEEK_MS = 7 * 86_400_000;

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): LedgerConfig {
  const isDevelopment = readMode(env) === 'development';
  const publicUrl = z.url({ protocol: /^https?$/ });
  const own = readEnvironment(env, {
    LEDGER_SETTLEMENT_DELAY_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(WEEK_MS)
      .default(60_000)
      .describe('How long a payment stays pending, in milliseconds.'),
    LEDGER_CREDIT_BY: z
      .enum(['owner', 'admin'])
      .default(isDevelopment ? 'owner' : 'admin')
      .describe('`admin`: only administrators record credits. `owner`: owners record their own.'),
    // Customers could not open a page at a local address.
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
