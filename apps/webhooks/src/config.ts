import {
  type Environment,
  readEnvironment,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';

export interface WebhooksConfig extends ServiceConfig {
  /** Endpoints may be at private addresses and without TLS. */
  readonly allowsPrivate: boolean;
  /** Accounts read what receivers answer: not of those inside the network of a real Florin. */
  readonly keepsAnswers: boolean;
  /** Those of endpoints; undefined for any, as where they may be inside. */
  readonly ports: ReadonlySet<number> | undefined;
  /** How long events can be read; undefined for ever. */
  readonly eventsKeptDays: number | undefined;
  /** Days until a delivery is deleted, whatever became of it. */
  readonly deliveriesKeptDays: number;
}

/** Longer than producers keep events, which they can publish again until then. */
const EVENTS_KEPT_DAYS_MIN = 45;
/** Longer than a delivery is attempted. */
const DELIVERIES_KEPT_DAYS_MIN = 7;

/** `443,8443` */
const portsField = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'takes ports, parted by commas')
  .transform((text) => new Set(text.split(',').map(Number)))
  .refine((ports) => [...ports].every((port) => port >= 1 && port <= 65_535), 'takes 1 to 65535');

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): WebhooksConfig {
  const own = readEnvironment(env, {
    FLORIN_WEBHOOKS_ALLOW_PRIVATE: z.enum(['on', 'off']).default('off'),
    FLORIN_WEBHOOKS_PORTS: portsField.optional(),
    WEBHOOKS_DELIVERIES_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(DELIVERIES_KEPT_DAYS_MIN)
      .max(3_650)
      .default(30),
    EVENTS_RETENTION_DAYS: z.coerce.number().int().min(EVENTS_KEPT_DAYS_MIN).optional(),
  });
  const allowsPrivate = own.FLORIN_WEBHOOKS_ALLOW_PRIVATE === 'on';
  return {
    ...readServiceConfig('webhooks', env),
    allowsPrivate,
    keepsAnswers: !allowsPrivate || readMode(env) === 'development',
    ports: allowsPrivate ? undefined : own.FLORIN_WEBHOOKS_PORTS,
    deliveriesKeptDays: own.WEBHOOKS_DELIVERIES_RETENTION_DAYS,
    eventsKeptDays: own.EVENTS_RETENTION_DAYS,
  };
}
