import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { provisionService } from '@florin/database';
import {
  clientEnvironment,
  findPostgresClient,
  freePort,
  type RunningServer,
  scratchParent,
  spawnPostgres,
} from '@florin/local-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from './apps.ts';

const client = await findPostgresClient(18, () => undefined).catch(() => undefined);

interface Container {
  readonly image?: string;
  readonly entrypoint?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

it('docker-compose.yml runs it with the pg_dump of its Postgres', () => {
  const { services } = parse(readText('docker-compose.yml')) as {
    readonly services: Readonly<Record<string, Container>>;
  };
  const { image, entrypoint, volumes, environment } = services.backup ?? {};
  expect(image).toBe(services.postgres?.image);
  expect(entrypoint).toEqual(['sh', '/etc/florin/backup.sh', '/backups']);
  expect(volumes).toContain('./deploy/backup.sh:/etc/florin/backup.sh:ro');
  expect(environment).toMatchObject({ PGHOST: 'postgres', PGDATABASE: 'florin' });
});

describe.runIf(client)('deploy/backup.sh', () => {
  let folder: string;
  let backups: string;
  let postgres: RunningServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(scratchParent(), 'florin-backup-'));
    await chmod(folder, 0o711);
    backups = join(folder, 'backups');
    await mkdir(backups);
    await writeFile(join(folder, 'password'), 'admin');
    const dataDir = join(folder, 'postgres');
    postgres = await spawnPostgres({ dataDir, port: await freePort(), password: 'admin' });
    for (const service of serviceNames)
      await provisionService(postgres.url, service, { owner: 'owner', app: 'app' });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function run(args: readonly string[], given: Readonly<Record<string, string>> = {}) {
    const found = client ?? expect.unreachable();
    const { PGPASSWORD: _, ...env } = clientEnvironment(found, postgres.url);
    const place = {
      PATH: `${found.programs}:${process.env.PATH}`,
      PGPASSWORD_FILE: join(folder, 'password'),
    };
    return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(
        'sh',
        [join(root, 'deploy/backup.sh'), ...args],
        { env: { ...env, ...place, ...given } },
        (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
      );
    });
  }

  it('writes the schemas of all services, readable by its owner only', async () => {
    const { code, out } = await run([backups]);
    expect(code).toBe(0);
    const file = out.trim();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { programs, libraries = '' } = client ?? expect.unreachable();
    const list = await new Promise<string>((resolve) => {
      const env = { LD_LIBRARY_PATH: libraries };
      execFile(join(programs, 'pg_restore'), ['--list', file], { env }, (_, text) => resolve(text));
    });
    const schemas = [...list.matchAll(/ SCHEMA - (\w+) /g)].map(([, name]) => name);
    expect(schemas.toSorted()).toEqual([...serviceNames].toSorted());
    await rm(file);
  });

  it.each([
    ['without a folder', [], {}],
    ['with a wrong password', undefined, { PGPASSWORD_FILE: '/dev/null' }],
    ['where Postgres does not answer', undefined, { PGPORT: '1' }],
  ])('ends with 2 and leaves no file %s', async (_, args, given) => {
    const { code, out, err } = await run(args ?? [backups], given);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/./);
    expect(await readdir(backups)).toEqual([]);
  });
});
