export const workspace = 'apps/mail';

export const floors = [
  ['domain'],
  ['events', 'messages', 'migrations', 'smtp'],
  ['config', 'schema'],
  ['clients'],
  ['erasures', 'mailbox', 'mails', 'suppressions', 'templates'],
  ['outgoing'],
  ['clean-up', 'digests'],
  ['consumers', 'routes'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
