export const workspace = 'apps/webhooks';

export const floors = [
  ['domain', 'config'],
  ['schema', 'migrations', 'limits'],
  ['events', 'queues', 'retention', 'clean-up'],
  ['log-events', 'audit-log', 'erasures', 'streams', 'metrics'],
  ['endpoints'],
  ['deliveries'],
  ['consumers', 'routes'],
  ['openapi', 'service'],
  ['generate', 'main'],
];
