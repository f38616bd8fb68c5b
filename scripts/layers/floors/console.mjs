export const workspace = 'apps/console';

export const floors = [
  ['domain', 'config'],
  ['schema', 'migrations'],
  ['search', 'reports', 'site', 'clean-up'],
  ['consumers', 'routes'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
