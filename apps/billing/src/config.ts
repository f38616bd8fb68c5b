import {
  type Environment,
  readGrpcAddresses,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';

export interface BillingConfig extends ServiceConfig {
  readonly ledgerAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  readonly processorsAddresses: readonly string[];
}

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): BillingConfig {
  return {
    ...readServiceConfig('billing', env),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    accountsAddresses: readGrpcAddresses('accounts', env),
    processorsAddresses: readGrpcAddresses('processors', env),
  };
}
