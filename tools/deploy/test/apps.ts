import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callees, type PeerName, type ServiceName, serviceNames } from '@florin/contracts';
import type { Environment, ServiceConfig } from '@florin/service';
import { expect } from 'vitest';
import { readConfig as readGateway } from '../../../apps/gateway/src/config.ts';

export const root = join(import.meta.dirname, '../../..');
export const appNames: readonly PeerName[] = [...serviceNames, 'gateway'];

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

type ReadConfig = (env: Environment) => ServiceConfig;

const readService = new Map<ServiceName, ReadConfig>();
for (const name of serviceNames) {
  const { readConfig }: { readConfig: ReadConfig } = await import(
    `../../../apps/${name}/src/config.ts`
  );
  readService.set(name, readConfig);
}

/**
 * Lets every app read its settings with its own code, and compares them: each caller signs with a
 * key that its callee accepts.
 */
export function expectToStart(environmentOf: (app: PeerName) => Environment): void {
  const gateway = readGateway(environmentOf('gateway'));
  const services = new Map(
    [...readService].map(([service, read]) => [service, read(environmentOf(service))]),
  );
  expect([...gateway.services.keys()].sort()).toEqual([...serviceNames].sort());
  expect(services.get('accounts')).toMatchObject({ admin: { email: expect.any(String) } });
  for (const [app, { nats }] of [['gateway', gateway] as const, ...services])
    expect(new URL(nats?.url ?? '').username, `${app} logs in to NATS as itself`).toBe(app);
  for (const { host } of [gateway, gateway.metrics, ...services.values()]) {
    expect(host).toBe('0.0.0.0');
  }
  for (const caller of appNames) {
    for (const callee of callees[caller]) {
      const { callKeys } = caller === 'gateway' ? gateway : (services.get(caller) ?? gateway);
      const accepted = services.get(callee)?.acceptKeys.get(caller);
      const [[keyId, key] = []] = callKeys.get(callee) ?? [];
      expect(key, `${caller} has a key to call ${callee}`).toBeDefined();
      expect(accepted?.get(keyId ?? ''), `${callee} accepts ${caller}`).toEqual(key);
    }
  }
}
