import { poolerHint } from '@florin/database';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

const GATHER_MS = 100;

/**
 * JSON lines on standard output. Entries name what happened, never what a body held.
 * @param mixin adds members to each line
 */
export function createLog(
  name: string,
  destination: DestinationStream = process.stdout,
  mixin?: LoggerOptions['mixin'],
): Logger {
  return pino(
    {
      name,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      ...(mixin && { mixin }),
    },
    destination,
  );
}

/**
 * Writes lines together, a tenth of a second late at most: one by one they cost a system call each,
 * and whoever reads them as often wakes up. What is fatal, and the end of the process, write at once.
 */
export function gather(fd: number): DestinationStream {
  const destination = pino.destination({ fd, sync: false, minLength: 4_096 });
  const write = destination.write.bind(destination);
  let isToFlush = false;
  const flush = () => {
    isToFlush = false;
    destination.flush();
  };
  // Its own periodic flush writes nothing ten times a second, on a thread, for as long as nothing comes.
  destination.write = (line) => {
    if (!isToFlush) setTimeout(flush, GATHER_MS).unref();
    isToFlush = true;
    return write(line);
  };
  return destination;
}

/** Without what Postgres quotes of a row that it refuses: the values of all its columns. */
function serializeError(error: Error): object {
  const { detail: _, where: __, ...serialized } = pino.stdSerializers.err(error);
  const hint = poolerHint(error);
  return hint === undefined ? serialized : { ...serialized, hint };
}
