import { anonymous, newId } from '@florin/contracts';
import { readConfig } from '@florin/gateway/src/config.ts';
import { createGateway } from '@florin/gateway/src/gateway.ts';
import { nobody } from '@florin/gateway/src/tokens/voucher.ts';
import { runProgram } from '@florin/service';
import { UNCHECKED_PORT } from './unchecked-port.ts';

const beyondReach = { perSecond: 1_000_000, burst: 1_000_000 };

/** What the launcher starts instead of the gateway: that one, and one that believes everybody. */
await runProgram(
  'gateway',
  async (log) => {
    const config = readConfig(process.env);
    const open = {
      ...config,
      port: Number(process.env[UNCHECKED_PORT]),
      metrics: { ...config.metrics, port: 0 },
    };
    const admin = { ...anonymous, userId: newId(), sessionId: newId(), role: 'admin' } as const;
    const authenticate = async () => ({ ...nobody, caller: admin });
    const gateways = await Promise.all([
      // Counts every request, and refuses none.
      createGateway({ ...config, limitsRates: true }, log, { allowance: beyondReach }),
      createGateway({ ...open, limitsRates: false }, log, { authenticate }),
    ]);
    return {
      async stop() {
        await Promise.all(gateways.map((gateway) => gateway.stop()));
      },
    };
  },
  process.env,
);
