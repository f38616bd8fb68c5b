import { readFile } from 'node:fs/promises';
import { callees, type PeerName, type ServiceName, serviceNames } from '@florin/contracts';
import { NATS_ADMIN } from '@florin/events';
import { expect, it } from 'vitest';
import { openSecrets, type Secrets } from '../src/secrets.ts';
import { makeDataDir, startLauncher } from './start-launcher.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];
const adminPassword = 'canary-of-the-administrator';

/** What whoever starts Florin may have set for something else. */
const given = {
  FLORIN_ADMIN_PASSWORD: adminPassword,
  LEDGER_PROVISION_DATABASE_URL: 'postgres://canary-provision@127.0.0.1/x',
  LEDGER_PROVISION_NATS_URL: 'nats://canary-streams@127.0.0.1/',
  BILLING_MIGRATION_DATABASE_URL: 'postgres://canary-migration@127.0.0.1/x',
  IDENTITY_ACCEPT_KEYS: 'canary-keys',
  PGPASSWORD: 'canary-of-a-shell',
};

/** Every secret of a Florin, by what it is, with those who are to know it. */
function secretsOf({ postgresPassword, rolePasswords, natsPassword, callKey }: Secrets) {
  const canaries = Object.values(given).filter((value) => value.includes('canary'));
  const known: { what: string; secret: string; by: readonly string[] }[] = canaries.map(
    (secret) => ({
      what: secret,
      secret,
      by: secret === adminPassword ? ['accounts'] : [],
    }),
  );
  known.push({ what: 'the superuser', secret: postgresPassword, by: [] });
  for (const service of serviceNames) {
    const { owner, app } = rolePasswords(service);
    known.push({ what: `the owner of ${service}`, secret: owner, by: [] });
    known.push({ what: `the role of ${service}`, secret: app, by: [service] });
  }
  known.push({ what: 'the administrator of NATS', secret: natsPassword(NATS_ADMIN), by: [] });
  for (const app of apps)
    known.push({ what: `the user ${app} of NATS`, secret: natsPassword(app), by: [app] });
  for (const caller of apps)
    for (const callee of callees[caller] as readonly ServiceName[])
      known.push({
        what: `${caller} calls ${callee}`,
        secret: callKey(caller, callee),
        by: [caller, callee],
      });
  return known;
}

it.runIf(process.platform === 'linux')(
  'gives each process the secrets that it needs, and no other',
  async () => {
    const dataDir = await makeDataDir();
    const launcher = await startLauncher({ dataDir, arguments: [], environment: given });
    await launcher.printed('Florin is running at');
    const secrets = secretsOf(await openSecrets(dataDir));
    const processes = await launcher.processes();
    expect(processes).toHaveLength(apps.length + 2);
    for (const { name, pid } of processes) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      const told = secrets.filter(({ secret }) => `${environment}${commandLine}`.includes(secret));
      const needed = secrets.filter(({ by }) => by.includes(name.replace(/-\d+$/, '')));
      expect(
        told.map(({ what }) => what),
        name,
      ).toEqual(needed.map(({ what }) => what));
    }
  },
  90_000,
);
