export const workspace = 'apps/identity';

export const floors = [
  ['domain', 'passwords'],
  ['config', 'migrations', 'requests', 'schema', 'texts'],
  ['deps'],
  ['records'],
  ['confirmations', 'invitations', 'revocations', 'signing-keys'],
  ['credentials'],
  ['api-keys', 'removal'],
  ['emails'],
  ['accounts', 'mail-links', 'people', 'policies'],
  ['pages'],
  ['admin', 'clean-up', 'routes', 'rpcs'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
