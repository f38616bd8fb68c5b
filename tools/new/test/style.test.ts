import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Change, Tree } from '../src/edit.ts';
import { newEndpoint } from '../src/endpoint.ts';
import { newEvent } from '../src/event.ts';
import { newMigration } from '../src/migration.ts';
import { newRpc } from '../src/rpc.ts';
import { newService } from '../src/service/service.ts';

const root = join(import.meta.dirname, '../../..');
const tree: Tree = {
  read: (path) => readFileSync(join(root, path), 'utf8'),
  list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
};
const rpc = { service: 'mail', proto: 'mail', name: 'Nudge', consumer: 'billing' } as const;
const path = '/v1/payments/{payment_id}/remind';

it.each<[string, readonly Change[]]>([
  ['endpoint', newEndpoint(tree, { method: 'POST', path, noun: 'payments' })],
  ['endpoint of a new noun', newEndpoint(tree, { method: 'POST', path, noun: 'reminders' })],
  ['event', newEvent(tree, 'customer.merged', 'POST /v1/customers')],
  ['migration', newMigration(tree, 'webhooks', 'endpoint-notes')],
  ['RPC', newRpc(tree, rpc)],
  ['service', newService(tree, 'loyalty')],
])('a new %s adds no style fault', (_, changes) => {
  const dir = mkdtempSync(join(tmpdir(), 'florin-new-'));
  for (const change of changes) {
    mkdirSync(join(dir, dirname(change.path)), { recursive: true });
    writeFileSync(join(dir, change.path), change.text);
  }
  const script = join(root, 'scripts/check-style.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: dir, encoding: 'utf8' });
  rmSync(dir, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});
