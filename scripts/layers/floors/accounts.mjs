export const workspace = 'apps/accounts';

export const floors = [
  ['domain', 'config'],
  ['schema', 'migrations', 'clients'],
  ['deps', 'refusals'],
  ['accounts', 'show-account'],
  ['opening', 'updating', 'closing'],
  ['sagas', 'routes'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
