import { cpus, release, totalmem } from 'node:os';
import { Client } from 'pg';
import type { PartResult } from './results.ts';

const GIB = 2 ** 30;

export function describeMachine(): PartResult['machine'] {
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory_gib: Math.round(totalmem() / GIB),
    kernel: `${process.platform} ${release()}`,
  };
}

export async function postgresVersion(serverUrl: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? 'unknown';
  } finally {
    await client.end();
  }
}
