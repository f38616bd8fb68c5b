// The command `florin` of an image, which contains one service with its database settings.
import { join } from 'node:path';
import { makeFlorin } from './florin.ts';

const apps = join(import.meta.dirname, '../../../../apps');

const here = {
  entryOf: (service: string) => join(apps, service, 'src/main.ts'),
  environmentOf: async () => process.env,
};
await makeFlorin(here, process.argv.slice(2)).parseAsync();
