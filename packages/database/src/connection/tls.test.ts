import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type RunningServer, scratchParent, spawnPostgres } from '@florin/local-servers';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareThrowawayDatabase } from '../migrations/prepare-throwaway-database.ts';
import { openDatabase } from './open-database.ts';
import { refuseDatabaseUrl } from './refuse-url.ts';

/** The one name that the server's certificate is for. */
const NAME = 'localhost';

let directory: string;
let postgres: RunningServer;
let plain: RunningServer;
let ca: string;
let otherCa: string;

beforeAll(async () => {
  directory = await mkdtemp(join(scratchParent(), 'florin-tls-'));
  // As root, Postgres runs as somebody else, who has to get in.
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

/** Signed by itself, and so its own CA. */
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

/** Makes a running Postgres speak TLS, and returns the file of the CA to check it with. */
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

/** The server's URL by a name, with what the client checks it with. */
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
  it('speaks TLS with a server whose CA is known, from the roles and the migrations on', async () => {
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
  ])('says nothing to a server %s', async (_what, url, refusal) => {
    await expect(usesTls(url())).rejects.toThrow(refusal);
  });
});

describe('a URL', () => {
  const refusalOf = (search: string) =>
    refuseDatabaseUrl(`postgres://florin_ledger:hunter2@db.example/florin${search}`);

  it('may ask for TLS, checked in full, or not', () => {
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
    ['?ssl=0', 'not ssl'],
    ['?sslmode=verify-full&uselibpqcompat=true', 'not uselibpqcompat'],
    ['?sslrootcert=/nowhere.pem', 'with sslmode=verify-full only'],
    ['?sslmode=verify-full&sslrootcert=/nowhere.pem', 'sslrootcert that cannot be read'],
  ])('with %s is refused, and not shown', (search, reason) => {
    expect(refusalOf(search)).toContain(reason);
    expect(refusalOf(search)).not.toMatch(/hunter2|nowhere/);
  });
});
