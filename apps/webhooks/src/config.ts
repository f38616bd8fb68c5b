import { type Environment, readServiceConfig, type ServiceConfig } from '@florin/service-runtime';

export type WebhooksConfig = ServiceConfig;

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): WebhooksConfig {
  return readServiceConfig('webhooks', env);
}
