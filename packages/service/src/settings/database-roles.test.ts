import { describe, expect, it } from 'vitest';
import { readMigrationUrl, readProvisioning } from './database-roles.ts';

describe('the migration URL', () => {
  const own = { LEDGER_DATABASE_URL: 'postgres://app@x/florin' };

  it("is the owner's, if there is one", () => {
    const LEDGER_MIGRATION_DATABASE_URL = 'postgres://owner@x/florin';
    expect(readMigrationUrl('ledger', { ...own, LEDGER_MIGRATION_DATABASE_URL })).toBe(
      LEDGER_MIGRATION_DATABASE_URL,
    );
    expect(readMigrationUrl('ledger', own)).toBe(own.LEDGER_DATABASE_URL);
  });

  it('is required', () => {
    expect(() => readMigrationUrl('ledger', {})).toThrow('LEDGER_MIGRATION_DATABASE_URL');
  });
});

describe('the settings of `provision`', () => {
  const given = {
    LEDGER_PROVISION_DATABASE_URL: 'postgres://postgres:root@x/florin',
    LEDGER_DATABASE_URL: 'postgres://florin_ledger:a%2Fb@x/florin',
    LEDGER_MIGRATION_DATABASE_URL: 'postgres://florin_ledger_owner:c@x/florin',
  };

  it('take the passwords from the URLs', () => {
    expect(readProvisioning('ledger', given)).toEqual({
      adminUrl: given.LEDGER_PROVISION_DATABASE_URL,
      passwords: { app: 'a/b', appRole: 'florin_ledger', owner: 'c' },
    });
  });

  it("choose the second of a service's two alternating roles", () => {
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
  ])('refuse %s=%s', (name, value, reason) => {
    const read = () => readProvisioning('ledger', { ...given, [name]: value });
    expect(read).toThrow(new RegExp(`\n  ${name}.*${reason}`));
    expect(read).not.toThrow('hunter2');
  });
});
