import type { PeerName } from '@florin/contracts';
import { freePort } from '@florin/local-servers';
import type { LauncherConfig } from './config.ts';
import type { Replica } from './service-environment.ts';

/** The ports of every process, chosen once and kept over restarts. */
export async function chooseReplicas(
  { replicas, gatewayPort }: LauncherConfig,
  say: (message: string) => void,
): Promise<Replica[]> {
  const chosen: Replica[] = [];
  let nextGatewayPort = gatewayPort;
  for (const [app, count] of replicas) {
    for (let number = 1; number <= count; number += 1) {
      const replica = await choose(app, number, nextGatewayPort);
      if (app === 'gateway') {
        if (number === 1 && replica.httpPort !== gatewayPort) {
          say(`port ${gatewayPort} is in use; the gateway uses ${replica.httpPort}`);
        }
        nextGatewayPort = replica.httpPort + 1;
      }
      chosen.push(replica);
    }
  }
  return chosen;
}

async function choose(app: PeerName, number: number, gatewayPort: number): Promise<Replica> {
  return app === 'gateway'
    ? { app, number, httpPort: await freePort(gatewayPort), grpcPort: undefined }
    : { app, number, httpPort: await freePort(), grpcPort: await freePort() };
}
