import { type Environment, readServiceConfig, type ServiceConfig } from '@florin/service';

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): ServiceConfig {
  return readServiceConfig('console', env);
}
