export const workspace = 'apps/gateway';

export const floors = [
  ['answers', 'outage-log'],
  ['tokens', 'routes'],
  ['limits', 'upstreams'],
  ['requests'],
  ['config', 'docs', 'home', 'health'],
  ['gateway'],
  ['main'],
];
