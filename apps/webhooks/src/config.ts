import {
  type Environment,
  readEnvironment,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service-runtime';
import { z } from 'zod';

export interface WebhooksConfig extends ServiceConfig {
  /** Endpoints may be at private addresses and without TLS. */
  readonly allowsPrivate: boolean;
}

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): WebhooksConfig {
  const own = readEnvironment(env, {
    FLORIN_WEBHOOKS_ALLOW_PRIVATE: z.enum(['on', 'off']).default('off'),
  });
  return {
    ...readServiceConfig('webhooks', env),
    allowsPrivate: own.FLORIN_WEBHOOKS_ALLOW_PRIVATE === 'on',
  };
}
