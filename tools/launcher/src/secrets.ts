import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PeerName, ServiceName } from '@florin/contracts';
import { writeAtomically } from '@florin/local-servers';
import { z } from 'zod';
import { deriveKey } from './derive-key.ts';

const schema = z.object({
  /** Password of Postgres's superuser. */
  postgres_password: z.string().min(1),
  /** Base64url; every other secret is derived from it. */
  master: z.string().min(43),
});

export interface Secrets {
  readonly postgresPassword: string;
  readonly rolePasswords: (service: ServiceName) => {
    readonly owner: string;
    readonly app: string;
  };
  /** The key with which a caller signs and a callee verifies. */
  readonly callKey: (caller: PeerName, callee: ServiceName) => string;
  /** Password of a user of the launcher's NATS. */
  readonly natsPassword: (user: string) => string;
  /** Access token for the processes' metrics. */
  readonly metricsToken: string;
}

const pathOf = (dataDir: string) => join(dataDir, 'secrets.json');

/** Resolves with a function that removes secrets created since then. */
export async function noteSecrets(dataDir: string): Promise<() => Promise<void>> {
  const path = pathOf(dataDir);
  const before = await readKept(path);
  return async () => {
    if (!before) await rm(path, { force: true });
  };
}

/** The secrets of this data folder, created at the first start and stored in `secrets.json`. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const path = pathOf(dataDir);
  const kept = (await readKept(path)) ?? (await makeNew(path));
  return {
    postgresPassword: kept.postgres_password,
    rolePasswords: (service) => ({
      owner: deriveKey(kept.master, `role ${service} owner`),
      app: deriveKey(kept.master, `role ${service} app`),
    }),
    callKey: (caller, callee) => deriveKey(kept.master, `call ${caller} ${callee}`),
    natsPassword: (user) => deriveKey(kept.master, `nats ${user}`),
    metricsToken: deriveKey(kept.master, 'metrics'),
  };
}

async function readKept(path: string): Promise<z.output<typeof schema> | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}

async function makeNew(path: string): Promise<z.output<typeof schema>> {
  const made = {
    postgres_password: randomBytes(24).toString('base64url'),
    master: randomBytes(32).toString('base64url'),
  };
  await writeAtomically(path, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}
