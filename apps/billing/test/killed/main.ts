import { registerHooks } from 'node:module';
import { runProgram, startService } from '@florin/service';

/** Billing at a fixed instant; kills itself `before` or `after` its first charge. */
const standIns = new Map([
  [urlOf('../../src/collection/charges/collect.ts'), urlOf('collect.ts')],
  [urlOf('../../src/sql-now.ts'), urlOf('sql-now.ts')],
]);
registerHooks({
  resolve(specifier, context, resolve) {
    const found = resolve(specifier, context);
    const standIn = standIns.get(found.url);
    const isSound = standIn === undefined || standIn === context.parentURL;
    return isSound ? found : { ...found, url: standIn };
  },
});

const { readConfig } = await import('../../src/config.ts');
const { billing } = await import('../../src/service.ts');
await runProgram('billing', (log) => startService(billing, readConfig(process.env), log));

function urlOf(file: string): string {
  return new URL(file, import.meta.url).href;
}
