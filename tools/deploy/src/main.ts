// Makes the secrets that docker-compose.yml names, for a Florin on one machine.
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeSecrets } from './make-secrets.ts';

const [given] = process.argv.slice(2);
const folder = resolve(given ?? join(import.meta.dirname, '../../../deploy/secrets'));

if (existsSync(folder)) {
  process.stdout.write(`${folder} is there already and stays as it is\n`);
} else {
  await mkdir(dirname(folder), { recursive: true });
  // Closed to others, and there with all secrets or not at all.
  const unfinished = await mkdtemp(`${folder}-`);
  for (const [name, secret] of makeSecrets('postgres:5432/florin')) {
    const path = join(unfinished, name);
    await writeFile(path, secret);
    // Containers read it as a user of their own.
    await chmod(path, 0o444);
  }
  await rename(unfinished, folder);
  process.stdout.write(`made secrets in ${folder}\n`);
}
