import { poolerHint } from '@florin/database';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

const GATHER_MS = 100;

/**
 * Logs JSON lines to standard output. Entries describe events, never the contents of a body.
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
 * Buffers lines for at most 0.1 s, since each write costs a system call and wakes the reader. Fatal
 * errors and the exit of the process flush at once.
 */
export function gather(fd: number): DestinationStream {
  const destination = pino.destination({ fd, sync: false, minLength: 4_096 });
  const write = destination.write.bind(destination);
  let isToFlush = false;
  const flush = () => {
    isToFlush = false;
    destination.flush();
  };
  // pino's periodic flush would run ten times a second, even without lines.
  destination.write = (line) => {
    if (!isToFlush) setTimeout(flush, GATHER_MS).unref();
    isToFlush = true;
    return write(line);
  };
  return destination;
}

/** Omits the details of a Postgres error, which contain the values of the rejected row. */
function serializeError(error: Error): object {
  const { detail: _, where: __, ...serialized } = pino.stdSerializers.err(error);
  const hint = poolerHint(error);
  return hint === undefined ? serialized : { ...serialized, hint };
}
