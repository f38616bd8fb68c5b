import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callees, type PeerName, type ServiceName, serviceNames } from '@florin/contracts';
import type { Environment, ServiceConfig } from '@florin/service';
import { expect } from 'vitest';
import { readConfig as readAccounts } from '../../../apps/accounts/src/config.ts';
import { readConfig as readBilling } from '../../../apps/billing/src/config.ts';
import { readConfig as readConsole } from '../../../apps/console/src/config.ts';
import { readConfig as readGateway } from '../../../apps/gateway/src/config.ts';
import { readConfig as readIdentity } from '../../../apps/identity/src/config.ts';
import { readConfig as readLedger } from '../../../apps/ledger/src/config.ts';
import { readConfig as readMail } from '../../../apps/mail/src/config.ts';
import { readConfig as readProcessors } from '../../../apps/processors/src/config.ts';
import { readConfig as readWebhooks } from '../../../apps/webhooks/src/config.ts';

export const root = join(import.meta.dirname, '../../..');
export const appNames: readonly PeerName[] = [...serviceNames, 'gateway'];

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const readService: Readonly<Record<ServiceName, (env: Environment) => ServiceConfig>> = {
  accounts: readAccounts,
  billing: readBilling,
  identity: readIdentity,
  ledger: readLedger,
  processors: readProcessors,
  webhooks: readWebhooks,
  mail: readMail,
  console: readConsole,
};

/**
 * Lets every app read its settings with its own code, and holds what they were told against each
 * other: each caller signs with a key that the called one takes.
 */
export function expectToStart(environmentOf: (app: PeerName) => Environment): void {
  const gateway = readGateway(environmentOf('gateway'));
  const services = new Map(
    serviceNames.map((service) => [service, readService[service](environmentOf(service))]),
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
