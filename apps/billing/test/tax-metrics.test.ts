import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ratesAsOf } from '@florin/tax';
import { expect, it } from 'vitest';
import { taxTable } from '../src/tax/rates/command.ts';
import { useBilling } from './use-billing.ts';

const { world, billing } = useBilling();

const ageOf = async (table: string) => {
  const answer = await fetch(`http://127.0.0.1:${billing().httpPort}/metrics`);
  const metric = new RegExp(`^florin_billing_tax_table_age_days{table="${table}"} (\\d+)`, 'm');
  return Number(metric.exec(await answer.text())?.[1]);
};
const daysSince = (day = '') => Math.floor((Date.now() - Date.parse(day)) / 86_400_000);

it('the age of the tax tables is that of the built-in ones, and then of the operator’s', async () => {
  expect(await ageOf('rates')).toBeOneOf([daysSince(ratesAsOf), daysSince(ratesAsOf) - 1]);
  expect(await ageOf('territories')).toBeGreaterThanOrEqual(0);
  const folder = await mkdtemp(join(tmpdir(), 'florin-tax-'));
  const path = join(folder, 'rates.json');
  const rates = [{ country: 'DE', class: 'standard', name: 'USt.', percentage: '19' }];
  const config = { database: { url: world().url, poolSizeMax: 1 } };
  await writeFile(path, JSON.stringify({ source: 'Test', as_of: '2020-01-01', rates }));
  await taxTable(config, [path]);
  expect(await ageOf('rates')).toBeOneOf([daysSince('2020-01-01'), daysSince('2020-01-01') - 1]);
  await writeFile(path, JSON.stringify({ source: 'Test', rates }));
  await taxTable(config, [path]);
  expect(await ageOf('rates')).toBeOneOf([0, 1]);
  await rm(folder, { recursive: true });
});
