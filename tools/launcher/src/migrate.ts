import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@florin/contracts';
import { migrate as applyMigrations, type Migrations } from '@florin/database';
import { z } from 'zod';

export interface Migration {
  readonly service: ServiceName;
  /** The file that lists the migrations of the service's source. */
  readonly list: string;
  /** URL of the role that owns the schema. */
  readonly databaseUrl: string;
}

const listSchema = z.object({ migrations: z.custom<Migrations>((list) => list !== undefined) });

/**
 * Migrates one service's schema like its `main.ts migrate`, but in this process: most starts have
 * nothing to apply. An abort ends the wait and rolls back.
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
