import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { lockAccount } from './lock.ts';
import { visit } from './payment-page.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${ledger().httpPort}/metrics`);
  const lines = (await response.text()).split('\n').filter((line) => !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    }),
  );
}

describe('the metrics of the ledger', () => {
  it('count the writer’s work', async () => {
    const before = await scrape();
    const account = await ledger().openAccount({ credit: 500 });
    await account.create({ type: 'payment', amount: 100 });
    const after = await scrape();
    const rise = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(rise('florin_ledger_batch_commands_sum')).toBe(2);
    expect(rise('florin_ledger_lock_wait_seconds_count')).toBe(2);
    expect(rise('florin_ledger_commit_seconds_count')).toBe(2);
    expect(rise('florin_ledger_commit_seconds_sum')).toBeGreaterThan(0);
    expect(after.get('florin_ledger_queue_commands')).toBe(0);
    const created =
      'florin_http_request_duration_seconds_count{method="POST",route="/v1/transactions",status="201"}';
    expect(rise(created)).toBe(2);
    const opened =
      'florin_grpc_request_duration_seconds_count{method="/florin.ledger.v1.BalancesService/OpenBalance",code="OK"}';
    expect(rise(opened)).toBe(1);
  });

  it('name routes by their template, because a path can hold a secret', async () => {
    await visit(ledger(), '/pay/a-secret-token');
    const names = [...(await scrape()).keys()].join('\n');
    expect(names).toContain('route="/pay/{token}"');
    expect(names).not.toContain('a-secret-token');
  });

  it('show how long partitions will last', async () => {
    const values = await scrape();
    const ahead = (table: string) =>
      values.get(`florin_ledger_partitions_ahead_days{table="${table}"}`);
    // Created three months and seven days ahead.
    for (const table of ['transactions', 'entries']) {
      expect(ahead(table)).toBeGreaterThan(3 * 28);
      expect(ahead(table)).toBeLessThan(4 * 31);
    }
    expect(ahead('replies')).toBeGreaterThanOrEqual(7);
    expect(ahead('replies')).toBeLessThanOrEqual(8);
  });

  it('show how long the settlement of a payment is overdue', async () => {
    expect((await scrape()).get('florin_ledger_settlement_lag_seconds')).toBe(0);
    const account = await ledger().openAccount({ credit: 500 });
    const { body } = await account.create({ type: 'payment', amount: 100 });
    const lock = await lockAccount(ledger().database, account.id);
    await ledger().superuser.query(
      `update transactions set due_at = now() - interval '1 hour' where status = 'pending'`,
    );
    expect((await scrape()).get('florin_ledger_settlement_lag_seconds')).toBeGreaterThan(3_599);
    await lock.release();
    await eventually(async () => {
      const { body: now } = await account.call('GET', `/v1/transactions/${body.id}`);
      expect(now.status).toBe('succeeded');
    });
    expect((await scrape()).get('florin_ledger_settlement_lag_seconds')).toBe(0);
  });

  it('show which process publishes, and that nothing waits', async () => {
    await eventually(async () => {
      const values = await scrape();
      expect(values.get('florin_outbox_backlog')).toBe(0);
      expect(values.get('florin_lease_held_seconds{lease="relay"}')).toBeGreaterThan(0);
      expect(values.get('florin_lease_left_seconds{lease="relay"}')).toBeGreaterThan(0);
      expect(values.get('florin_database_connections{state="max"}')).toBe(8);
    });
  });
});
