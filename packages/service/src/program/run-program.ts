import { poolerHint } from '@florin/database';
import { activeTraceId, isTracingWanted, startTracing } from '@florin/runtime/tracing';
import type { Environment } from '../settings/config.ts';
import type { Logger } from './log.ts';
import { createLog, gather } from './log.ts';
import { collectSeldom, returnMemory } from './return-memory.ts';

export interface Running {
  stop(): Promise<void>;
}

/** A stop that takes longer is aborted. */
export const STOP_MS = 10_000;

/**
 * Runs a program until SIGTERM, Ctrl-C, or the exit of its supervisor. An uncaught error ends it,
 * so that the supervisor restarts it.
 */
export async function runProgram(
  name: string,
  start: (log: Logger) => Promise<Running>,
  env: Environment = {},
): Promise<void> {
  const addTraceId = isTracingWanted(env) ? () => ({ trace_id: activeTraceId() }) : undefined;
  const log = createLog(name, gather(process.stdout.fd), addTraceId);
  process.on('unhandledRejection', (error) => fail(log, error));
  process.on('uncaughtException', (error) => fail(log, error));
  try {
    // First, since modules loaded before tracing are not traced.
    const tracing = await startTracing(`florin-${name}`, env, (reason) =>
      log.warn({ reason }, 'tracing'),
    );
    const running = await start(log);
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(1), STOP_MS).unref();
      running
        .stop()
        .then(() => tracing.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => fail(log, error),
        );
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    // The supervisor holds this channel open while it lives.
    if (process.connected) process.on('disconnect', stop);
    collectSeldom();
    returnMemory();
    log.info('ready');
  } catch (error) {
    fail(log, error);
  }
}

function fail(log: Logger, error: unknown): never {
  const hint = poolerHint(error);
  const message = error instanceof Error ? error.message : 'failed';
  log.fatal({ err: error }, hint === undefined ? message : `${message}: ${hint}`);
  process.exit(1);
}
