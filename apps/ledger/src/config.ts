import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service-runtime';
import { z } from 'zod';

export interface LedgerConfig extends ServiceConfig {
  /** How long a payment with automatic capture stays pending. */
  readonly settlementDelayMs: number;
  /** Who may record credits: the account's own callers too, or admins only. */
  readonly creditBy: 'owner' | 'admin';
  /** What the addresses of all pages begin with, without a slash at its end. */
  readonly publicUrl: string;
  /** Of the accounts service, which knows whose name to put on a page; empty where none runs. */
  readonly accountsAddresses: readonly string[];
}

const WEEK_MS = 7 * 86_400_000;

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): LedgerConfig {
  const own = readEnvironment(env, {
    LEDGER_SETTLEMENT_DELAY_MS: z.coerce.number().int().min(0).max(WEEK_MS).default(60_000),
    LEDGER_CREDIT_BY: z.enum(['owner', 'admin']).default('owner'),
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
  });
  return {
    ...readServiceConfig('ledger', env),
    settlementDelayMs: own.LEDGER_SETTLEMENT_DELAY_MS,
    creditBy: own.LEDGER_CREDIT_BY,
    accountsAddresses: env.ACCOUNTS_GRPC_ADDRESSES ? readGrpcAddresses('accounts', env) : [],
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
  };
}
