import { expect, it } from 'vitest';
import { sumBacklogs, toAppState } from './read-apps.ts';

const METRICS = `# HELP florin_consumer_backlog messages
florin_consumer_backlog{consumer="webhooks",source="ledger"} 3
florin_consumer_backlog{consumer="webhooks",source="billing"} 4
florin_webhook_deliveries_pending 12
florin_process_memory_bytes{kind="resident"} 150000000
florin_process_memory_bytes{kind="heap"} 45500000
`;

it("reads an app's metrics", () => {
  expect(toAppState(METRICS)).toEqual({
    heapMb: 45.5,
    backlog: { outbox: 0, consumers: 7, deliveries: 12 },
  });
  const { backlog } = toAppState('florin_outbox_backlog 5\n');
  expect(sumBacklogs([toAppState(METRICS).backlog, backlog])).toEqual({
    outbox: 5,
    consumers: 7,
    deliveries: 12,
  });
});
