import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output. Entries name what happened, never what a body held. */
export function createLog(name: string, destination: Writable = process.stdout): Logger {
  return pino(
    {
      name,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    destination,
  );
}

/** Without what Postgres quotes of a row that it refuses: the values of all its columns. */
function serializeError(error: Error): object {
  const { detail: _, where: __, ...serialized } = pino.stdSerializers.err(error);
  return serialized;
}
