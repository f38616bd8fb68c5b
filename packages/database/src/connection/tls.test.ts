import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type RunningServer, scratchParent, spawnPostgres } from '@florin/local-servers';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareThrowawayDatabase } from '../migrations/prepare-throwaway-database.ts';
import { openDatabase } from './open-database.ts';
import { refuseDatabaseUrl } from './refuse-url.ts';

/** The only host name in the server's certificate. */
const NAME = 'localhost';

let directory: string;
let postgres: RunningServer;
let plain: RunningServer;
let ca: string;
let otherCa: string;

beforeAll(async () => {
  directory = await mkdtemp(join(scratchParent(), 'florin-tls-'));
  // As root, Postgres runs as another user, who needs access to the directory.
  await chmod(directory, 0o711);
  const spawn = async (name: string) =>
    spawnPostgres({ dataDir: join(directory, name), port: await freePort(), password: 'admin' });
  [postgres, plain] = await Promise.all([spawn('postgres'), spawn('plain')]);
  ca = await serveTls(postgres.url);
  otherCa = await writeCa('other.pem', (await makeCertificate()).cert);
});

afterAll(async () => {
  await Promise.all([postgres.stop(), plain.stop()]);
  await rm(directory, { recursive: true, force: true });
});

/** Self-signed, so it is its own CA. */
function makeCertificate() {
  return generate([{ name: 'commonName', value: NAME }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: NAME }] }],
  });
}

async function writeCa(name: string, certificate: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, certificate);
  return path;
}

/** Turns TLS on in a running Postgres. Returns the path of the CA file. */
async function serveTls(url: string): Promise<string> {
  const { cert, private: key } = await makeCertificate();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const folder = rows[0]?.data_directory ?? '';
  const { uid, gid } = await stat(folder);
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    await chown(join(folder, name), uid, gid);
  }
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  return writeCa('ca.pem', cert);
}

/** The server's URL with a host name and TLS parameters. */
function urlOf(server: RunningServer, { host = NAME, ...search }: Record<string, string>): string {
  const url = new URL(server.url);
  url.hostname = host;
  url.search = new URLSearchParams({ sslmode: 'verify-full', ...search }).toString();
  return url.href;
}

async function usesTls(url: string): Promise<unknown> {
  const { pool, close } = openDatabase<unknown>({ url, poolSizeMax: 1 }, () => {});
  try {
    const own = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
    return (await pool.query<{ ssl: boolean }>(own)).rows[0]?.ssl;
  } finally {
    await close();
  }
}

describe('with sslmode=verify-full', () => {
  it('connects with a trusted CA, for role setup, migrations and services', async () => {
    const adminUrl = urlOf(postgres, { sslrootcert: ca });
    const url = await prepareThrowawayDatabase(adminUrl, 'billing', {});
    expect(await usesTls(url)).toBe(true);
  });

  it.each([
    ['of another CA', () => urlOf(postgres, { sslrootcert: otherCa }), /self-signed certificate/],
    ['of no CA that the system knows', () => urlOf(postgres, {}), /self-signed certificate/],
    [
      'of another name',
      () => urlOf(postgres, { host: '127.0.0.1', sslrootcert: ca }),
      /does not match certificate/,
    ],
    [
      'that speaks no TLS',
      () => urlOf(plain, { sslrootcert: ca }),
      /server does not support SSL connections/,
    ],
  ])('sends nothing to a server %s', async (_what, url, refusal) => {
    await expect(usesTls(url())).rejects.toThrow(refusal);
  });
});

describe('a URL', () => {
  const refusalOf = (search: string) =>
    refuseDatabaseUrl(`postgres://florin_ledger:hunter2@db.example/florin${search}`);

  it('may require verified TLS or turn TLS off', () => {
    for (const search of ['', '?sslmode=disable', '?sslmode=verify-full'])
      expect(refusalOf(search)).toBeUndefined();
    expect(refusalOf(`?sslmode=verify-full&sslrootcert=${ca}`)).toBeUndefined();
  });

  it.each([
    ['?sslmode=require', 'sslmode=verify-full'],
    ['?sslmode=prefer', 'sslmode=verify-full'],
    ['?sslmode=verify-ca', 'sslmode=verify-full'],
    ['?sslmode=no-verify', 'sslmode=verify-full'],
    ['?sslmode=verify_full', 'sslmode=verify-full'],
    ['?ssl=0', 'instead of ssl'],
    ['?sslmode=verify-full&uselibpqcompat=true', 'instead of uselibpqcompat'],
    ['?sslrootcert=/nowhere.pem', 'must use sslmode=verify-full with sslrootcert'],
    ['?sslmode=verify-full&sslrootcert=/nowhere.pem', 'the file of sslrootcert cannot be read'],
  ])('with %s is refused without being quoted', (search, reason) => {
    expect(refusalOf(search)).toContain(reason);
    expect(refusalOf(search)).not.toMatch(/hunter2|nowhere/);
  });
});
