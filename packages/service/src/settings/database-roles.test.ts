import { describe, expect, it } from 'vitest';
import { readMigrationUrl, readProvisioning } from './database-roles.ts';

describe('the URL for migrations', () => {
  const own = { LEDGER_DATABASE_URL: 'postgres://app@x/florin' };

  it('is that of the owner where there is one', () => {
    const LEDGER_MIGRATION_DATABASE_URL = 'postgres://owner@x/florin';
    expect(readMigrationUrl('ledger', { ...own, LEDGER_MIGRATION_DATABASE_URL })).toBe(
      LEDGER_MIGRATION_DATABASE_URL,
    );
    expect(readMigrationUrl('ledger', own)).toBe(own.LEDGER_DATABASE_URL);
  });

  it('is needed', () => {
    expect(() => readMigrationUrl('ledger', {})).toThrow('LEDGER_MIGRATION_DATABASE_URL');
  });
});

describe('what makes the roles of a service', () => {
  const given = {
    LEDGER_PROVISION_DATABASE_URL: 'postgres://postgres:root@x/florin',
    LEDGER_DATABASE_URL: 'postgres://florin_ledger:a%2Fb@x/florin',
    LEDGER_MIGRATION_DATABASE_URL: 'postgres://florin_ledger_owner:c@x/florin',
  };

  it('takes their passwords out of the URLs', () => {
    expect(readProvisioning('ledger', given)).toEqual({
      adminUrl: given.LEDGER_PROVISION_DATABASE_URL,
      passwords: { app: 'a/b', appRole: 'florin_ledger', owner: 'c' },
    });
  });

  it('takes the second of the two roles that a service runs as in turn', () => {
    const LEDGER_DATABASE_URL = 'postgres://florin_ledger_b:new@x/florin';
    expect(readProvisioning('ledger', { ...given, LEDGER_DATABASE_URL }).passwords).toMatchObject({
      ...{ app: 'new', appRole: 'florin_ledger_b' },
    });
  });

  it.each([
    [
      'LEDGER_DATABASE_URL',
      'postgres://florin_billing:hunter2@x/florin',
      'florin_ledger or florin_ledger_b,',
    ],
    ['LEDGER_DATABASE_URL', 'postgres://florin_ledger@x/florin', 'with its password'],
    ['LEDGER_MIGRATION_DATABASE_URL', 'postgres://florin_ledger:hunter2@x/f', 'ledger_owner'],
    ['LEDGER_PROVISION_DATABASE_URL', '', 'is not set'],
  ])('refuses %s=%s', (name, value, reason) => {
    const read = () => readProvisioning('ledger', { ...given, [name]: value });
    expect(read).toThrow(new RegExp(`\n  ${name}.*${reason}`));
    expect(read).not.toThrow('hunter2');
  });
});
