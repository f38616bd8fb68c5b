export const workspace = 'apps/processors';

export const floors = [
  ['contract'],
  ['domain', 'card-columns', 'settings', 'refusals'],
  ['config', 'migrations', 'tables'],
  ['schema'],
  ['adapters', 'clients', 'events', 'registry'],
  ['due', 'merchants'],
  ['notices'],
  ['methods', 'transfers'],
  ['charges'],
  ['disputes'],
  ['earlier-money-back', 'payouts', 'refunds', 'settlements', 'statements'],
  ['customers'],
  ['routes'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
