export const workspace = 'apps/mail';

export const floors = [
  ['domain'],
  ['events', 'messages', 'migrations', 'smtp'],
  ['config', 'schema'],
  ['clients'],
  ['erasures', 'mailbox', 'mails', 'suppressions', 'templates'],
  ['delivery'],
  ['clean-up', 'digests'],
  ['consumers', 'routes'],
  ['openapi', 'service'],
  ['generate-openapi', 'main'],
];
