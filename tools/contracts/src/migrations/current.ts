import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serviceNames } from '@florin/contracts';
import type { Migrations } from '@florin/database';
import { z } from 'zod';
import { appsDir } from '../places.ts';

const listSchema = z.object({
  migrations: z.custom<Migrations>((list) => typeof list === 'object'),
});

/** Today's migrations of every service. */
export async function currentMigrations(): Promise<Readonly<Record<string, Migrations>>> {
  const all = serviceNames.map(async (service) => {
    const list = join(appsDir, service, 'src/migrations/index.ts');
    return [service, listSchema.parse(await import(pathToFileURL(list).href)).migrations] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}
