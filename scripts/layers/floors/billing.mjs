export const workspace = 'apps/billing';

export const floors = [
  ['domain'],
  ['config', 'json-text', 'migrations', 'schema', 'sql-now'],
  ['clients', 'clock'],
  ['accounts'],
  ['fields', 'lists'],
  ['records'],
  ['settings'],
  ['tax'],
  ['discounts'],
  ['customers', 'catalogue'],
  ['invoicing'],
  ['collection'],
  ['selling'],
  ['documents'],
  ['accounting'],
  ['consumers', 'routes', 'workers'],
  ['openapi', 'service'],
  ['generate', 'main'],
];
