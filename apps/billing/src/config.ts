import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';

export interface BillingConfig extends ServiceConfig {
  readonly ledgerAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  readonly processorsAddresses: readonly string[];
  /** How clients reach the gateway, without a slash at the end. */
  readonly publicUrl: string;
}

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): BillingConfig {
  const own = readEnvironment(env, {
    // Public links and portals begin with it.
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
  });
  return {
    ...readServiceConfig('billing', env),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    accountsAddresses: readGrpcAddresses('accounts', env),
    processorsAddresses: readGrpcAddresses('processors', env),
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
  };
}
