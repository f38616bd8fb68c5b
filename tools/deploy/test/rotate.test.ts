import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callees, type PeerName, serviceNames } from '@florin/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSecrets } from '../src/make-secrets.ts';
import { nextStep } from '../src/rotate/model.ts';
import type { Secrets } from '../src/secrets-model.ts';

const random = () => randomBytes(32).toString('base64url');
const first = makeSecrets('postgres:5432/florin');
const after = (secrets: Secrets, changes: Secrets): Secrets => new Map([...secrets, ...changes]);

const keysIn = (secrets: Secrets, file: string, peer: string) =>
  (secrets.get(file) ?? '')
    .split(',')
    .flatMap((entry) => (entry.startsWith(`${peer}=`) ? [entry.slice(peer.length + 1)] : []));

const pairs = Object.entries(callees).flatMap(([caller, called]) =>
  called.map((callee) => ({ caller: caller as PeerName, callee })),
);

/** Callers whose signature a callee refuses, with processes in either of two states. */
function refusals(states: readonly Secrets[]): readonly string[] {
  return states.flatMap((ofCaller) =>
    states.flatMap((ofCallee) =>
      pairs
        .filter(({ caller, callee }) => {
          const [signing = 'none'] = keysIn(ofCaller, `${caller}_call_keys`, callee);
          return !keysIn(ofCallee, `${callee}_accept_keys`, caller).includes(signing);
        })
        .map(({ caller, callee }) => `${callee} refuses ${caller}`),
    ),
  );
}

it('call keys change in three steps, and processes of adjacent steps work together', () => {
  let secrets = first;
  for (const stepsLeft of [2, 1, 0, 2, 1, 0]) {
    const step = nextStep('call-keys', secrets, random);
    expect(step.stepsLeft).toBe(stepsLeft);
    const next = after(secrets, step.changes);
    expect(refusals([secrets, next])).toEqual([]);
    secrets = next;
  }
  for (const { caller, callee } of pairs) {
    const [key] = keysIn(secrets, `${caller}_call_keys`, callee);
    expect(key).toMatch(/^k3:/);
    expect(keysIn(secrets, `${callee}_accept_keys`, caller)).toEqual([key]);
  }
});

it('skipping a step would refuse calls', () => {
  const step = (secrets: Secrets) => after(secrets, nextStep('call-keys', secrets, random).changes);
  const accept = step(first);
  const sign = step(accept);
  expect(refusals([first, sign])).not.toEqual([]);
  expect(refusals([accept, step(sign)])).not.toEqual([]);
});

/** Names and password hashes of the users in a rendered file. */
const usersIn = (text = '') =>
  [...text.matchAll(/\{ user: (\S+), password/g)].map(([, name]) => name);

it('NATS accepts old and new users until the second step', () => {
  let secrets = first;
  for (const suffix of ['_b', '', '_b']) {
    const step = nextStep('nats', secrets, random);
    const next = after(secrets, step.changes);
    expect(step.stepsLeft).toBe(1);
    for (const app of [...serviceNames, 'gateway']) {
      const { username, password } = new URL(next.get(`${app}_nats_url`) ?? '');
      expect(username).toBe(`${app}${suffix}`);
      expect(password).not.toBe(new URL(secrets.get(`${app}_nats_url`) ?? '').password);
      expect(usersIn(next.get('nats_users'))).toEqual(expect.arrayContaining([app, `${app}_b`]));
    }
    expect(new URL(next.get('provision_nats_url') ?? '').username).toBe('florin-admin');
    const last = nextStep('nats', next, random);
    expect(last.stepsLeft).toBe(0);
    secrets = after(next, last.changes);
    const left = usersIn(secrets.get('nats_users'));
    expect(left).toHaveLength(serviceNames.length + 2);
    expect(left).toContain(`ledger${suffix}`);
    expect(usersIn(secrets.get('nats_accounts'))).toHaveLength(serviceNames.length + 3);
  }
});

it('each service switches to the other of its two roles', () => {
  const once = after(first, nextStep('database', first, random).changes);
  // Another step leaves the only role that processes may still use.
  const retired = after(once, nextStep('database', once, random).changes);
  for (const [name, secret] of retired)
    if (name !== 'database_rotation') expect(secret).toBe(once.get(name));
  const twice = after(retired, nextStep('database', retired, random).changes);
  for (const service of serviceNames) {
    const roleIn = (secrets: Secrets) =>
      new URL(secrets.get(`${service}_database_url`) ?? '').username;
    expect([first, once, twice].map(roleIn)).toEqual([
      `florin_${service}`,
      `florin_${service}_b`,
      `florin_${service}`,
    ]);
    const owner = `${service}_migration_database_url`;
    expect(once.get(owner)).not.toBe(first.get(owner));
  }
});

describe('npm run rotate-secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-rotate-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = () =>
    new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const run = (...args: readonly string[]) => {
    const script = join(import.meta.dirname, '../src/rotate/main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('writes the files of a step, and nothing in a dry run', () => {
    for (const [name, secret] of first) writeFileSync(join(folder, name), secret);
    const dry = run('call-keys', folder, '--dry-run', '--json');
    expect(dry.status).toBe(0);
    const { changed, ...rest } = JSON.parse(dry.stdout);
    expect(rest).toMatchObject({ dry_run: true, kind: 'call-keys', steps_left: 2, exit_code: 0 });
    expect(changed).toContain('ledger_accept_keys');
    expect(read()).toEqual(first);

    const { stdout } = run('call-keys', folder);
    expect(stdout).toContain('Run this command again: 2 more steps.');
    const files = read();
    expect([...files.keys()].toSorted()).toEqual([...first.keys()].toSorted());
    const differing = [...files].flatMap(([name, text]) => (text === first.get(name) ? [] : name));
    expect(differing.toSorted()).toEqual(changed.toSorted());
  });

  it.each([
    [['passwords'], '<database|call-keys|nats>'],
    [['nats', '/no-such-folder'], 'no-such-folder'],
  ])('%s ends with 2', (args, reason) => {
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(reason) });
  });
});

it('names the missing secret', () => {
  const some = new Map([...first].filter(([name]) => name !== 'mail_database_url'));
  expect(() => nextStep('database', some, random)).toThrow('there is no URL in mail_database_url');
});
