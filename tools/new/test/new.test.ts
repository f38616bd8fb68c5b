import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import type { Change, Tree } from '../src/edit.ts';
import { newEndpoint } from '../src/endpoint.ts';
import { newEvent } from '../src/event.ts';
import { newMigration } from '../src/migration.ts';
import { newRpc } from '../src/rpc.ts';
import { newService } from '../src/service/service.ts';

const root = join(import.meta.dirname, '../../..');
/** The real Florin, so that insertions are tested against its files. */
const tree: Tree = {
  read: (path) => readFileSync(join(root, path), 'utf8'),
  list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
};
const textOf = (changes: readonly Change[], path: string) =>
  changes.find((change) => change.path === path)?.text ?? '';

describe('an endpoint', () => {
  it('adds the route, its line and its contract', () => {
    const changes = newEndpoint(tree, {
      method: 'POST',
      path: '/v1/payments/{payment_id}/remind',
      noun: 'payments',
    });
    expect(changes.map(({ path }) => path)).toEqual([
      'apps/ledger/src/payments/routes.ts',
      'apps/ledger/src/routes.ts',
      'e2e/contract/operations/post-remind.ts',
    ]);
    expect(textOf(changes, 'apps/ledger/src/payments/routes.ts')).toContain(
      "params: idParams({ payment_id: 'paymentRequest' }),",
    );
    const contract = textOf(changes, 'e2e/contract/operations/post-remind.ts');
    expect(contract).toContain("operation: 'POST /v1/payments/{payment_id}/remind',");
    expect(contract).toContain("access: [about('own sessions', 'payment')],");
  });

  it('goes into the folder of a noun within a story', () => {
    const changes = newEndpoint(tree, {
      method: 'GET',
      path: '/v1/auth/whoami',
      noun: 'credentials/sessions',
    });
    expect(changes.map(({ path }) => path)).toContain(
      'apps/identity/src/credentials/sessions/routes.ts',
    );
    expect(textOf(changes, 'apps/identity/src/routes.ts')).toContain(
      "from './credentials/sessions/routes.ts';",
    );
  });

  it.each([
    ['PUT', '/v1/payments', 'payments', 'PUT is none of GET'],
    ['GET', '/v1/nowhere', 'payments', 'no service owns /v1/nowhere'],
    ['GET', '/v1/payments/{thing_id}/x', 'payments', '{thing_id} is an unknown id'],
    ['GET', '/v1/payments/x', '', 'name the folder of apps/ledger/src'],
    ['GET', '/v1/payments/{payment_id}/refund', 'payment-requests', 'already has get-refund.ts'],
  ])('is refused as %s %s in "%s"', (method, path, noun, message) => {
    expect(() => newEndpoint(tree, { method, path, noun })).toThrow(message);
  });
});

describe('an event', () => {
  it('is added after those of its noun, with an example', () => {
    const [catalogue, example] = newEvent(tree, 'customer.merged', '');
    expect(catalogue?.text).toMatch(
      /'customer\.updated': [\s\S]*?\),\n {2}'customer\.merged': customerSchema/,
    );
    expect(JSON.parse(example?.text ?? '')).toMatchObject({ type: 'customer.merged' });
  });

  const promise = (operation: string, file: string) =>
    textOf(newEvent(tree, 'customer.merged', operation), `e2e/contract/${file}.ts`);

  it('is published by its operation, or occurs by itself', () => {
    expect(promise('POST /v1/customers', 'operations/create-customer')).toContain(
      "events: ['customer.merged', 'customer.created'],",
    );
    const silent = promise('PATCH /v1/mail_templates/{kind}', 'operations/update-mail-template');
    expect(silent).toContain("  events: ['customer.merged'],\n");
    expect(silent).not.toContain('withoutEvents');
    expect(promise('', 'events-of')).toMatch(/byItself: [^=]*= \[\n {2}'customer\.merged',/);
    expect(() => promise('POST /v1/nothing', '')).toThrow('has no POST /v1/nothing');
  });

  it.each(['customer.created', 'nothing.happened', 'Customer.merged', 'customer'])(
    'is refused as %s',
    (type) => {
      expect(() => newEvent(tree, type, '')).toThrow(type);
    },
  );
});

describe('a migration', () => {
  it.each(serviceNames)('of %s follows the last one', (service) => {
    const [file, index] = newMigration(tree, service, 'more-notes');
    const names = tree.read(`apps/${service}/src/migrations/index.ts`).matchAll(/^ {2}'(\d+)-/gm);
    const last = Number([...names].at(-1)?.[1]);
    const number = String(last + 1).padStart(4, '0');
    expect(file?.path).toBe(`apps/${service}/src/migrations/${number}-more-notes.ts`);
    expect(index?.text).toContain(`  '${number}-more-notes': moreNotes,\n};`);
  });

  it('refuses a name that no file should have', () => {
    expect(() => newMigration(tree, 'ledger', '../x')).toThrow('lowercase letters and dashes');
  });
});

describe('a service', () => {
  const changes = newService(tree, 'loyalty');

  it('adds an app, and its place in all lists of services', () => {
    const around = changes.map(({ path }) => path).filter((path) => !path.startsWith('apps/'));
    expect(around.toSorted()).toEqual([
      'deploy/kubernetes/base/kustomization.yaml',
      'deploy/kubernetes/base/loyalty.yaml',
      'deploy/kubernetes/base/settings.yaml',
      'deploy/kubernetes/overlays/example/kustomization.yaml',
      'docker-compose.yml',
      'docs/README.md',
      'docs/architecture.md',
      'e2e/contract/operations/get-loyalty.ts',
      'packages/contracts/src/event-flows.ts',
      'packages/contracts/src/services.ts',
      'packages/contracts/src/tags.ts',
      'pnpm-lock.yaml',
    ]);
    expect(textOf(changes, 'apps/loyalty/src/main.ts')).toContain('runService(loyalty,');
  });

  it('deploys it like any other, without settings of its own', () => {
    const compose = textOf(changes, 'docker-compose.yml');
    const settings = new Set(compose.match(/\bLOYALTY_\w+/g));
    expect([...settings].toSorted()).toEqual([
      'LOYALTY_ACCEPT_KEYS_FILE',
      'LOYALTY_DATABASE_URL_FILE',
      'LOYALTY_GRPC_ADDRESSES',
      'LOYALTY_GRPC_PORT',
      'LOYALTY_HOST',
      'LOYALTY_HTTP_PORT',
      'LOYALTY_HTTP_URLS',
      'LOYALTY_MIGRATION_DATABASE_URL_FILE',
      'LOYALTY_NATS_URL_FILE',
      'LOYALTY_PROVISION_DATABASE_URL_FILE',
    ]);
    const manifest = textOf(changes, 'deploy/kubernetes/base/loyalty.yaml');
    expect(new Set(manifest.match(/\bLOYALTY_\w+/g)).size).toBe(6);
    expect(manifest).not.toMatch(/console/i);
  });

  it.each(['ledger', 'gateway', 'Loyalty', 'loyal-ty', ''])('is refused as "%s"', (name) => {
    expect(() => newService(tree, name)).toThrow(/is taken|lowercase letters/);
  });
});

describe('an RPC', () => {
  it('adds a call of the proto, and a sample of it', () => {
    const rpc = {
      service: 'ledger',
      proto: 'charges',
      name: 'Nudge',
      consumer: 'billing',
    } as const;
    const [proto, sample] = newRpc(tree, rpc);
    expect(proto?.text).toMatch(/ {2}rpc Nudge\(NudgeRequest\) returns \(NudgeReply\);\n}/);
    expect(proto?.text).toMatch(/message NudgeReply \{}\n$/);
    expect(sample?.path).toBe('protos/ledger/v1/examples/billing/Nudge.json');
  });

  it('adds the first proto of a service, and registers it in contracts', () => {
    const rpc = { service: 'mail', proto: 'mail', name: 'Nudge', consumer: 'billing' } as const;
    const changes = newRpc(tree, rpc);
    expect(textOf(changes, 'protos/mail/v1/mail.proto')).toMatch(
      /^package florin\.mail\.v1;[\s\S]*^service MailService \{\n {2}\/\/ .*\n {2}rpc Nudge\(/m,
    );
    expect(textOf(changes, 'packages/contracts/src/protos.ts')).toContain(
      "  mail: serviceOf<MailServiceDefinition>('florin.mail.v1.MailService'),\n} as const;",
    );
  });

  it('refuses an existing name', () => {
    const rpc = { service: 'billing', proto: 'billing', consumer: 'accounts' } as const;
    expect(() => newRpc(tree, { ...rpc, name: 'CloseGate' })).toThrow('has an RPC CloseGate');
    expect(() => newRpc(tree, { ...rpc, name: 'closeGate' })).toThrow('like CloseGate');
  });
});
