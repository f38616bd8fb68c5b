import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@florin/contracts';
import { migrate as applyMigrations, type Migrations } from '@florin/database';
import { z } from 'zod';

export interface Migration {
  readonly service: ServiceName;
  /** The file that lists the migrations of the service's source. */
  readonly list: string;
  /** As the role that owns the schema. */
  readonly databaseUrl: string;
}

const listSchema = z.object({ migrations: z.custom<Migrations>((list) => list !== undefined) });

/**
 * Brings one service's schema up to date, as its `main.ts migrate` does, but in this process:
 * most starts have nothing to apply, and a process of its own costs more than to find that out.
 * An abort ends the wait; what is not committed by then leaves the schema as it was.
 */
export async function migrate(
  { service, list, databaseUrl }: Migration,
  signal: AbortSignal,
  printLine: (line: string) => void,
): Promise<string[]> {
  const { migrations } = listSchema.parse(await import(pathToFileURL(list).href));
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([applyMigrations(databaseUrl, service, migrations, printLine), aborted]);
}
