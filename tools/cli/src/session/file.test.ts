import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepProfile, readProfiles, sessionsFile, withLock } from './file.ts';

const newFile = () =>
  sessionsFile({ XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'florin-sessions-')) });
const profile = { url: 'http://127.0.0.1:8080', credentials: { apiKey: 'sk_test_1' } };

it('stores several logins, readable by their owner only, and forgets one', () => {
  const file = newFile();
  expect(readProfiles(file)).toEqual({});
  keepProfile(file, 'default', profile);
  keepProfile(file, 'live', { ...profile, url: 'https://billing.example.com' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  keepProfile(file, 'default', undefined);
  expect(Object.keys(readProfiles(file))).toEqual(['live']);
});

it('is not read if others can read it', () => {
  const file = newFile();
  keepProfile(file, 'default', profile);
  chmodSync(file, 0o640);
  expect(() => readProfiles(file)).toThrow(`others can read ${file}`);
  expect(() => keepProfile(file, 'other', profile)).toThrow('chmod 600');
});

it('is refused if it has another format', () => {
  const file = newFile();
  keepProfile(file, 'default', profile);
  writeFileSync(file, '{"profiles":{"default":{"url":7}}}');
  expect(() => readProfiles(file)).toThrow('is no file of sessions');
  expect(readFileSync(file, 'utf8')).toContain('7');
});

it('lets one process at a time renew a session', async () => {
  const file = newFile();
  const seen: string[] = [];
  const turn = (name: string) =>
    withLock(file, async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen.push(`${name} ends`);
    });
  await Promise.all([turn('a'), turn('b'), turn('c')]);
  for (const [at, what] of seen.entries()) expect(what).toMatch(at % 2 === 0 ? /begins$/ : /ends$/);
  expect(seen).toHaveLength(6);
});

it.each([
  [{ XDG_CONFIG_HOME: '/x' }, '/x/florin/sessions.json'],
  [{ XDG_CONFIG_HOME: 'relative', HOME: '/home/ada' }, '/home/ada/.config/florin/sessions.json'],
])('of %j is at %s', (env, file) => {
  expect(sessionsFile(env)).toBe(file);
});
