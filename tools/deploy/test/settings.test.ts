import { serviceNames } from '@florin/contracts';
import { expect, it } from 'vitest';
import { appNames, readText } from './apps.ts';

const operations = readText('docs/operations.md');
const [, ofApps = ''] = operations.split('| variable | of |');
const [table = ''] = ofApps.split('\n\n');
/** Those in the first column. */
const documented = table
  .split('\n')
  .flatMap((row) => row.split('|')[1]?.match(/(?<=`)[A-Z_<>]+(?=`)/g) ?? []);

/** What a source reads: the keys of the shapes that it gives to `readEnvironment`. */
function settingsIn(path: string): string[] {
  return [...readText(path).matchAll(/\b([A-Z][A-Z_]{2,}): \w/g)].map(([, name = '']) => name);
}

const ofServices = ['config', 'database-roles', 'mode'].flatMap((file) =>
  settingsIn(`packages/service/src/settings/${file}.ts`),
);
const read = [
  // The same for each service; what all of them share has its name already.
  ...ofServices.map((name) => (name.startsWith('FLORIN_') ? name : `<SERVICE>_${name}`)),
  ...appNames.flatMap((app) =>
    settingsIn(`apps/${app}/src/config.ts`).map((name) => withPrefix(app, name)),
  ),
  // Of payment processors, in their own words.
  ...['stripe', 'transfer'].flatMap((name) =>
    settingsIn(`apps/processors/src/adapters/${name}/settings.ts`),
  ),
  // Of a ledger that is parted.
  'LEDGER_SHARD_URLS',
  // Of the mail server.
  ...settingsIn('apps/mail/src/smtp/settings.ts'),
];

function withPrefix(app: string, name: string): string {
  // Addresses are those of the services that an app calls.
  if (/^(GRPC_ADDRESSES|HTTP_URLS)$/.test(name)) return `<SERVICE>_${name}`;
  const isWhole = ['FLORIN', 'EVENTS', ...serviceNames].some((owner) =>
    name.startsWith(`${owner.toUpperCase()}_`),
  );
  return isWhole ? name : `${app.toUpperCase()}_${name}`;
}

it('docs/operations.md lists every setting that an app reads, and no other', () => {
  expect(documented.length).toBeGreaterThan(20);
  expect([...new Set(documented)].sort()).toEqual([...new Set(read)].sort());
});
