import { poolerHint } from '@florin/database';
import { activeTraceId, isTracingWanted, startTracing } from '@florin/runtime/tracing';
import type { Environment } from '../settings/config.ts';
import { collectSeldom, giveMemoryBack } from './give-memory-back.ts';
import type { Logger } from './log.ts';
import { createLog, gather } from './log.ts';

export interface Running {
  stop(): Promise<void>;
}

/** After this a stop is given up and the process ends. */
export const STOP_MS = 10_000;

/**
 * Runs a program until it has to stop: by SIGTERM, Ctrl-C, or the end of the process that
 * supervises it. A bug that nothing caught ends it, for the supervisor to start it afresh.
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
    // First: what starts without tracing has none.
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
    // The supervisor holds this channel open for as long as it lives.
    if (process.connected) process.on('disconnect', stop);
    collectSeldom();
    giveMemoryBack();
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
