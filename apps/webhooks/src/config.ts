import {
  type Environment,
  readEnvironment,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';

export interface WebhooksConfig extends ServiceConfig {
  /** Whether endpoints may have private addresses and no TLS. */
  readonly allowsPrivate: boolean;
  /**
   * Whether accounts can read their receivers' responses; off in production if those may be
   * internal.
   */
  readonly keepsAnswers: boolean;
  /** Allowed ports of endpoints; undefined for any, as for private addresses. */
  readonly ports: ReadonlySet<number> | undefined;
  /** Retention of events; undefined for unlimited. */
  readonly eventsKeptDays: number | undefined;
  /** Retention of deliveries in days, in any status. */
  readonly deliveriesKeptDays: number;
}

/** Longer than producers keep events for publishing again. */
const EVENTS_KEPT_DAYS_MIN = 45;
/** Longer than the attempts of a delivery. */
const DELIVERIES_KEPT_DAYS_MIN = 7;

/** A list such as `443,8443`. */
const portsField = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'must be ports separated by commas')
  .transform((text) => new Set(text.split(',').map(Number)))
  .refine((ports) => [...ports].every((port) => port >= 1 && port <= 65_535), 'takes 1 to 65535');

/** Called once, by main.ts. No other code in the service reads the environment. */
export function readConfig(env: Environment): WebhooksConfig {
  const own = readEnvironment(env, {
    FLORIN_WEBHOOKS_ALLOW_PRIVATE: z
      .enum(['on', 'off'])
      .default('off')
      .describe('`on` allows webhooks to private addresses and without TLS.'),
    FLORIN_WEBHOOKS_PORTS: portsField.optional().meta({
      defaultText: 'any; `443,8443` in `docker-compose.yml` and `deploy/`',
      description:
        'The only ports that webhooks may use, unless private addresses are allowed. An endpoint at another port is refused, and an existing one gets no more deliveries.',
    }),
    WEBHOOKS_DELIVERIES_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(DELIVERIES_KEPT_DAYS_MIN)
      .max(3_650)
      .default(30)
      .describe('Days until a webhook delivery is deleted, whatever its status.'),
    EVENTS_RETENTION_DAYS: z.coerce.number().int().min(EVENTS_KEPT_DAYS_MIN).optional().meta({
      defaultText: 'unlimited',
      description:
        'Days for which events and the audit log stay readable, at least. Whole months [expire](retention.md).',
    }),
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
