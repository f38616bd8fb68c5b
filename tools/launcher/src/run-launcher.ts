import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerName, ServiceName } from '@florin/contracts';
import { writeAtomically } from '@florin/local-servers';
import { banner } from './banner.ts';
import { claimDataDir } from './claim-data-dir.ts';
import { type Environment, type LauncherConfig, readConfig } from './config.ts';
import { explain } from './explain.ts';
import { findCommit } from './find-commit.ts';
import { type Launched, launch } from './launch.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { parseArguments, usage } from './parse-arguments.ts';
import { makePrinter, type Printer } from './printer.ts';
import { openProcessList, stopLeftovers } from './process-list.ts';
import { makeRunningSystem } from './running-system.ts';
import { openSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');

/** Starts the apps in the arguments and runs them until stopped; resolves with the exit code. */
export async function runLauncher(
  argv: readonly string[],
  environment: Environment,
): Promise<number> {
  const { only, watch, help } = parseArguments(argv);
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const config = readConfig(environment, { root, only, watch });
  const printer = makePrinter({
    out: process.stdout,
    errorOut: process.stderr,
    log: config.log,
    colour: process.stdout.isTTY && process.stdout.hasColors(),
  });
  checkEntries(config);
  try {
    return await runOn(config, printer);
  } catch (error) {
    printer.fail(explain(error, config.dataDir));
    return 1;
  }
}

async function runOn(config: LauncherConfig, printer: Printer): Promise<number> {
  const giveUpClaim = await claimDataDir(config.dataDir);
  try {
    return await runUntilStopped(config, printer);
  } finally {
    await giveUpClaim();
  }
}

async function runUntilStopped(config: LauncherConfig, printer: Printer): Promise<number> {
  const running = makeRunningSystem(openProcessList(config.dataDir), printer.say);
  let stopRequested = false;
  const ended = new Promise<void>((resolve) => {
    running.signal.addEventListener('abort', () => resolve());
  });
  onStopSignal(() => {
    stopRequested = true;
    running.abort(new Error('stopped'));
  }, running.hurry);

  try {
    const leftovers = await stopLeftovers(config.dataDir);
    if (leftovers.length > 0) {
      printer.say(`stopped processes of a killed start: ${leftovers.join(', ')}`);
    }
    const secrets = await openSecrets(config.dataDir);
    // Prometheus reads it from a file.
    await writeAtomically(join(config.dataDir, 'metrics-token'), secrets.metricsToken);
    const launched = await launch({
      config,
      secrets,
      printer,
      running,
      commit: await findCommit(root),
      entryOf,
      migrationsOf,
      adminFile: join(root, 'apps/identity/src/admin.ts'),
    });
    announce(config, printer, launched);
    await ended;
    running.signal.throwIfAborted();
  } catch (error) {
    if (!stopRequested) throw error;
  } finally {
    if (stopRequested) printer.say('stopping');
    await running.stop();
  }
  printer.say('stopped');
  return 0;
}

function announce(config: LauncherConfig, printer: Printer, launched: Launched | undefined): void {
  if (launched === undefined) {
    printer.say('started, without a gateway; Ctrl-C stops everything');
    return;
  }
  const suffix = randomBytes(3).toString('hex');
  const { mode, given, admin, tls } = config;
  const text = banner({ mode, given, ...launched, admin, suffix, tls });
  printer.show(text, `Florin is running at ${launched.url}`);
}

function entryOf(app: PeerName): string {
  return join(root, 'apps', app, 'src/main.ts');
}

function migrationsOf(service: ServiceName): string {
  return join(root, 'apps', service, 'src/migrations/index.ts');
}

function checkEntries({ replicas }: LauncherConfig): void {
  const missing = [...replicas.keys()].filter((app) => !existsSync(entryOf(app)));
  if (missing.length > 0) throw new Error(`there is no source of ${missing.join(', ')} in apps/`);
}
