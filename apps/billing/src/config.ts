import { type Environment, readServiceConfig, type ServiceConfig } from '@florin/service-runtime';

export type BillingConfig = ServiceConfig;

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): BillingConfig {
  return readServiceConfig('billing', env);
}
