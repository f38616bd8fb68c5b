import { registerHooks } from 'node:module';
import { readConfig } from '@florin/gateway/src/config.ts';
import { createGateway } from '@florin/gateway/src/gateway.ts';
import { runProgram } from '@florin/service';
import { UNCHECKED_PORT } from './unchecked-port.ts';

const beyondReach = { perSecond: 1_000_000, burst: 1_000_000 };
const UNCHECKED = '?unchecked';

/** Modules imported with this query are loaded again, except the token check. */
registerHooks({
  resolve(specifier, context, resolve) {
    const found = resolve(specifier, context);
    const isGateways = /\/apps\/gateway\/src\/[^?]+\.ts$/.test(found.url);
    if (!isGateways || !context.parentURL?.endsWith(UNCHECKED)) return found;
    return found.url.endsWith('/tokens/authenticate.ts')
      ? { ...found, url: new URL('unchecked-tokens.ts', import.meta.url).href }
      : { ...found, url: `${found.url}${UNCHECKED}` };
  },
});
const unchecked: typeof import('@florin/gateway/src/gateway.ts') = await import(
  `${import.meta.resolve('@florin/gateway/src/gateway.ts')}${UNCHECKED}`
);

/**
 * Runs in place of the gateway: a normal one, and one that treats every caller as an administrator.
 */
await runProgram(
  'gateway',
  async (log) => {
    const config = readConfig(process.env);
    const open = {
      ...config,
      port: Number(process.env[UNCHECKED_PORT]),
      metrics: { ...config.metrics, port: 0 },
    };
    const gateways = await Promise.all([
      // Counts every request, and refuses none.
      createGateway({ ...config, limitsRates: true }, log, { allowance: beyondReach }),
      unchecked.createGateway({ ...open, limitsRates: false }, log),
    ]);
    return {
      async stop() {
        await Promise.all(gateways.map((gateway) => gateway.stop()));
      },
    };
  },
  process.env,
);
