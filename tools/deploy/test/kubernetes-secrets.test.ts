import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { CHART } from '../src/chart/render-chart.ts';
import { listSecretKeys, toKubernetesSecrets } from '../src/kubernetes-secrets.ts';
import { makeSecrets } from '../src/make-secrets.ts';
import { readText } from './apps.ts';
import { findHelm } from './helm.ts';

const main = join(import.meta.dirname, '../src/main.ts');
const keys = listSecretKeys(readText);

interface Secret {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data: Readonly<Record<string, string>>;
}

function makeFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'florin-secrets-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'secrets');
  mkdirSync(folder);
  for (const [name, text] of makeSecrets('postgres:5432/florin'))
    writeFileSync(join(folder, name), text);
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [main, 'kubernetes', folder, ...args], { encoding: 'utf8' });
  return { parent, folder, run };
}

const read = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Secret);
const decode = (text = '') => Buffer.from(text, 'base64').toString();

it('has every required key of the manifests once, with the text of its file', () => {
  const { folder, run } = makeFolder();
  const { status, stdout } = run();
  expect(status).toBe(0);
  const secrets = read(stdout);
  const names = secrets.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(names).toEqual([...new Set(names)].toSorted());
  const find = (name: string) => secrets.find(({ metadata }) => metadata.name === name);
  for (const { secret, key, isOptional } of keys)
    if (!isOptional) expect(find(secret)?.data, `${secret} ${key}`).toHaveProperty(key);
  const url = readFileSync(join(folder, 'ledger_database_url'), 'utf8');
  expect(decode(find('florin-ledger')?.data.LEDGER_DATABASE_URL)).toBe(url);
  const admin = readFileSync(join(folder, 'provision_database_url'), 'utf8');
  expect(decode(find('florin-provision')?.data.BILLING_PROVISION_DATABASE_URL)).toBe(admin);
  // Passwords of superusers of the local servers stay out.
  const printed = secrets.flatMap(({ data }) => Object.keys(data));
  for (const file of ['POSTGRES_PASSWORD', 'NATS_USERS', 'NATS_ROUTES'])
    expect(printed).not.toContain(file);
});

it('writes a file that its owner alone may read, with a namespace, other hosts and optional keys', () => {
  const { parent, folder, run } = makeFolder();
  writeFileSync(join(folder, 'stripe_secret_key'), 'sk_test_1\n');
  const file = join(parent, 'secrets.yaml');
  const places = ['--postgres', 'db.example.com:6543/money', '--nats', 'nats.example.com'];
  const { status, stdout } = run('--namespace', 'pay', ...places, '--to', file, '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ command: 'local-secrets', exit_code: 0, file });
  expect(stdout).not.toContain('postgres://');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const secrets = read(readFileSync(file, 'utf8'));
  for (const { metadata } of secrets) expect(metadata.namespace).toBe('pay');
  const dataOf = (name: string) => secrets.find(({ metadata }) => metadata.name === name)?.data;
  expect(decode(dataOf('florin-processors')?.STRIPE_SECRET_KEY)).toBe('sk_test_1');
  const { MAIL_DATABASE_URL, MAIL_NATS_URL } = dataOf('florin-mail') ?? {};
  expect(decode(MAIL_DATABASE_URL)).toMatch(
    /^postgres:\/\/florin_mail:[^@]{43}@db\.example\.com:6543\/money$/,
  );
  expect(decode(MAIL_NATS_URL)).toMatch(/^nats:\/\/mail:[^@]{43}@nats\.example\.com:4222$/);
});

it('ends with 2 where a file is missing, or with --json and no file', () => {
  const { folder, run } = makeFolder();
  expect(run('--json')).toMatchObject({ status: 2, stderr: expect.stringContaining('--to') });
  rmSync(join(folder, 'ledger_database_url'));
  const { status, stdout, stderr } = run();
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('there is no ledger_database_url');
});

const helm = await findHelm();
it.skipIf(!helm)('has every required key that the chart reads, by its default names', () => {
  const { said = '' } = helm?.run('template', 'florin', CHART, '--kube-version', '1.32.0') ?? {};
  const refs = [
    ...said.matchAll(/secretKeyRef:\n\s+name: (\S+)\n\s+key: (\S+)(\n\s+optional: true)?/g),
  ];
  expect(refs.length).toBeGreaterThan(50);
  const secrets = toKubernetesSecrets(keys, makeSecrets('postgres:5432/florin'), {});
  for (const [, name, key = '', optional] of refs) {
    if (optional !== undefined) continue;
    const secret = secrets.find((each) => each.name === name);
    expect(secret?.data, `${name} ${key}`).toHaveProperty(key);
  }
});
