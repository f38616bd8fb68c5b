import type { ServiceName } from '@florin/contracts';
import type { DatabaseConfig, LeaseTables, Migrations } from '@florin/database';
import type { EventConnection } from '@florin/events';
import type { CommandResult } from '@florin/runtime/command';
import type { Kysely } from 'kysely';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Logger } from '../program/log.ts';
import type { Report } from '../program/report.ts';
import type { Environment, ServiceConfig } from '../settings/config.ts';
import type { System } from '../system/system.ts';
import type { Commits } from './commits.ts';
import type { ServiceParts } from './service-parts.ts';

export type { CommandResult };

/** Common objects from which a service makes its parts. */
export interface Foundation<Config, Tables> {
  readonly config: Config;
  readonly db: Kysely<Tables>;
  readonly events: EventConnection;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Reports background failures. */
  readonly report: Report;
  /** Notified of commits through `db`, and by the parts themselves. */
  readonly commits: Commits;
  /** Status of the service, for the routes that report it. */
  readonly system: System;
  /** Registers a function that stops background work, together with the workers. */
  onStop(stop: () => unknown): void;
  /** Registers a function that closes a resource after all requests and workers have ended. */
  onClose(close: () => unknown): void;
}

/** An operator command on the service's database, which needs only the database settings. */
export type Command = (
  config: { readonly database: DatabaseConfig },
  args: readonly string[],
  env: Environment,
) => Promise<CommandResult>;

/** Definition of a service: name, settings and parts. */
export interface ServiceDefinition<Config extends ServiceConfig, Tables extends LeaseTables> {
  readonly name: ServiceName;
  readonly version: string;
  readonly migrations: Migrations;
  readonly readConfig: (env: Environment) => Config;
  /** Derives settings from others before the process reads them. @throws Error for a wrong one */
  readonly adaptEnvironment?: (env: Environment) => Environment;
  /** Features that the settings switch on or off, shown to operators; nothing secret. */
  readonly featuresOf?: (config: Config) => Readonly<Record<string, boolean>>;
  /** Operator commands in addition to `provision` and `migrate`, by the first argument. */
  readonly commands?: Readonly<Record<string, Command>>;
  /** Connections that its parts open, out of its pool size. */
  readonly connectionsReserved?: number;
  /** Creates its parts. Nothing is served, consumed or published before. */
  readonly makeParts: (
    foundation: Foundation<Config, Tables>,
  ) => ServiceParts | Promise<ServiceParts>;
}

/**
 * Returns its argument, so that its types are inferred. `startService` starts it; `runService` runs
 * it as a program.
 */
export function defineService<Config extends ServiceConfig, Tables extends LeaseTables>(
  definition: ServiceDefinition<Config, Tables>,
): ServiceDefinition<Config, Tables> {
  return definition;
}
