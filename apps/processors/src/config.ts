import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';
import { readStripeSettings, type StripeSettings } from './settings/stripe.ts';
import { readTransferSettings, type TransferSettings } from './settings/transfer.ts';

export interface ProcessorsConfig extends ServiceConfig {
  readonly ledgerAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  /** Addresses of billing, which decides on refunds of invoices; empty if none runs. */
  readonly billingAddresses: readonly string[];
  /** Base URL of the gateway, without a trailing slash. */
  readonly publicUrl: string;
  /** Undefined without a Stripe key. */
  readonly stripe: StripeSettings | undefined;
  /** Undefined without a bank account. */
  readonly transfer: TransferSettings | undefined;
  /** Whether test cards are accepted; they move no money. */
  readonly takesTestCards: boolean;
  /** Polling interval for settlements, in milliseconds. */
  readonly settlementsEveryMs: number;
  /** Days until a page that ended without a saved payment method is deleted. */
  readonly setupsKeptDays: number;
}

/** Called once, by main.ts. No other code in the service reads the environment. */
export function readConfig(env: Environment): ProcessorsConfig {
  const isDevelopment = readMode(env) === 'development';
  const own = readEnvironment(env, {
    PROCESSORS_SETTLEMENTS_EVERY_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .max(86_400_000)
      .default(isDevelopment ? 10_000 : 600_000)
      .describe('Interval at which settlements are read from payment processors, in milliseconds.'),
    PROCESSORS_SETUPS_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe('Days until a setup page that saved no payment method is deleted.'),
    // Used only in links to the test processor's page.
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
    FLORIN_TEST_PROCESSOR: z
      .enum(['allow', 'refuse'])
      .default(isDevelopment ? 'allow' : 'refuse')
      .describe(
        '`allow`: payment pages accept test cards, say so, and no money moves. With `refuse` and without Stripe, payment requests are refused and pages say that cards are not accepted.',
      ),
  });
  return {
    ...readServiceConfig('processors', env),
    stripe: readStripeSettings(env),
    transfer: readTransferSettings(env),
    accountsAddresses: readGrpcAddresses('accounts', env),
    billingAddresses: env.BILLING_GRPC_ADDRESSES ? readGrpcAddresses('billing', env) : [],
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    setupsKeptDays: own.PROCESSORS_SETUPS_RETENTION_DAYS,
    settlementsEveryMs: own.PROCESSORS_SETTLEMENTS_EVERY_MS,
    takesTestCards: own.FLORIN_TEST_PROCESSOR === 'allow',
  };
}
