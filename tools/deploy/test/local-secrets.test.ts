import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { completeSecrets } from '../src/complete-secrets.ts';
import { makeSecrets } from '../src/make-secrets.ts';

const main = join(import.meta.dirname, '../src/main.ts');

it('adds the secrets of a newer release, and keeps existing ones', () => {
  const parent = mkdtempSync(join(tmpdir(), 'florin-secrets-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'secrets');
  const make = () => execFileSync(process.execPath, [main, folder], { encoding: 'utf8' });
  const read = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  make();
  const first = read();
  rmSync(join(folder, 'florin_metrics_token'));
  expect(make()).toContain('florin_metrics_token');
  expect(read()).toEqual({ ...first, florin_metrics_token: expect.stringMatching(/^\S{43}$/) });
  expect(make()).toContain('nothing');
});

const fresh = () => makeSecrets('postgres:5432/florin');
const without = (text = '', peer: string) =>
  text
    .split(',')
    .filter((entry) => !entry.startsWith(`${peer}=`))
    .join(',');

it('gives a new pair one key, in the files of both sides', () => {
  const whole = fresh();
  const older = new Map(whole)
    .set('billing_call_keys', without(whole.get('billing_call_keys'), 'mail'))
    .set('mail_accept_keys', without(whole.get('mail_accept_keys'), 'billing'));
  const changes = completeSecrets(older, fresh());
  expect([...changes.keys()].toSorted()).toEqual(['billing_call_keys', 'mail_accept_keys']);
  const [, key] = /mail=(\S+?)(?:,|$)/.exec(changes.get('billing_call_keys') ?? '') ?? [];
  expect(changes.get('mail_accept_keys')).toContain(`billing=${key}`);
  expect(changes.get('billing_call_keys')).toContain(older.get('billing_call_keys'));
});

it("restores a side's lost keys from the other side", () => {
  const whole = fresh();
  const older = new Map(whole);
  older.delete('ledger_call_keys');
  expect(completeSecrets(older, fresh())).toEqual(
    new Map([['ledger_call_keys', whole.get('ledger_call_keys')]]),
  );
});

it('renders NATS users with new rights again, with their passwords', () => {
  const whole = fresh();
  const users = whole.get('nats_users') ?? '';
  const older = new Map(whole).set('nats_users', users.replace('"$JS.API.STREAM.PURGE', '"$JS.NO'));
  const changes = completeSecrets(older, fresh());
  expect([...changes.keys()]).toEqual(['nats_users']);
  const rights = (text = '') => text.replaceAll(/password: "[^"]*"/g, '');
  expect(rights(changes.get('nats_users'))).toBe(rights(users));
});
