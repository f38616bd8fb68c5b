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

/** What every service has, for its parts to be made of. */
export interface Foundation<Config, Tables> {
  readonly config: Config;
  readonly db: Kysely<Tables>;
  readonly events: EventConnection;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Reports what goes wrong in the background. */
  readonly report: Report;
  /** What is committed through `db`, and whatever else its parts tell. */
  readonly commits: Commits;
  /** How it is, for the routes that tell it. */
  readonly system: System;
  /** Has something stopped that works on by itself, together with the workers. */
  onStop(stop: () => unknown): void;
  /** Has something closed that requests and workers use, once all of them have ended. */
  onClose(close: () => unknown): void;
}

/** Works on the service's database, whose settings are all that it needs. */
export type Command = (
  config: { readonly database: DatabaseConfig },
  args: readonly string[],
  env: Environment,
) => Promise<CommandResult>;

/** A service: what it is called, what it needs, and what it consists of. */
export interface ServiceDefinition<Config extends ServiceConfig, Tables extends LeaseTables> {
  readonly name: ServiceName;
  readonly version: string;
  readonly migrations: Migrations;
  readonly readConfig: (env: Environment) => Config;
  /** What its settings switch on and off, for those who run it; nothing secret. */
  readonly featuresOf?: (config: Config) => Readonly<Record<string, boolean>>;
  /** What operators can ask of it besides `provision` and `migrate`, by the first argument. */
  readonly commands?: Readonly<Record<string, Command>>;
  /** Of the connections that it may have, those that its own parts open. */
  readonly connectionsReserved?: number;
  /** Makes its parts. Nothing is served, consumed or published before they are made. */
  readonly makeParts: (
    foundation: Foundation<Config, Tables>,
  ) => ServiceParts | Promise<ServiceParts>;
}

/** Says of which types a definition is. `startService` starts it, `runService` is its program. */
export function defineService<Config extends ServiceConfig, Tables extends LeaseTables>(
  definition: ServiceDefinition<Config, Tables>,
): ServiceDefinition<Config, Tables> {
  return definition;
}
