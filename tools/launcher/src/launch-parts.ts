import type { PeerName, ServiceName } from '@florin/contracts';
import type { LauncherConfig } from './config.ts';
import type { Printer } from './printer.ts';
import type { RunningSystem } from './running-system.ts';
import type { Secrets } from './secrets.ts';

/** What the parts of a start share. */
export interface Launch {
  readonly config: LauncherConfig;
  readonly secrets: Secrets;
  readonly printer: Printer;
  readonly running: RunningSystem;
  /** What is checked out here, for the services to tell. */
  readonly commit: string | undefined;
  /** The file that an app is started from. */
  readonly entryOf: (app: PeerName) => string;
  /** The file that lists a service's migrations. */
  readonly migrationsOf: (service: ServiceName) => string;
  /** The file by which identity tells whose password is right. */
  readonly adminFile: string;
}
