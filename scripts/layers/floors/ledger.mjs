export const workspace = 'apps/ledger';

export const floors = [
  ['domain'],
  ['texts', 'schema', 'migrations', 'rpc-metadata', 'writer-limits'],
  ['shards'],
  ['config', 'partitions'],
  ['clients', 'posting'],
  ['balances', 'transactions', 'history', 'audit'],
  ['payments'],
  ['payment-page'],
  ['metrics', 'routes'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
