import type { PeerName, ServiceName } from '@florin/contracts';
import type { LauncherConfig } from './config.ts';
import type { Printer } from './printer.ts';
import type { RunningSystem } from './running-system.ts';
import type { Secrets } from './secrets.ts';

/** State shared by the parts of a start. */
export interface Launch {
  readonly config: LauncherConfig;
  readonly secrets: Secrets;
  readonly printer: Printer;
  readonly running: RunningSystem;
  /** The checked-out commit, reported by the services. */
  readonly commit: string | undefined;
  /** The entry file of an app. */
  readonly entryOf: (app: PeerName) => string;
  /** The file that lists a service's migrations. */
  readonly migrationsOf: (service: ServiceName) => string;
  /** The file with which identity checks the administrator's password. */
  readonly adminFile: string;
}
