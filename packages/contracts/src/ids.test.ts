import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { expect, it } from 'vitest';
import { newId, parsePublicId, toPublicId } from './ids.ts';

it('leads from a UUID to a public id and back', () => {
  const id = newId();
  const text = toPublicId('account', id);
  expect(text).toMatch(/^acc_[0-9a-z]{26}$/);
  expect(parsePublicId('account', text)).toBe(id);
});

it('writes ids as the library does', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(toPublicId('account', id)).toBe(TypeID.fromUUID('acc', id).toString());
    }),
  );
  expect(() => toPublicId('account', 'acc_1')).toThrow('is not a UUID');
});

it('reads ids as the library does', () => {
  const digit = fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz');
  const digits = fc.string({ unit: digit, minLength: 26, maxLength: 26 });
  fc.assert(
    fc.property(
      fc.oneof(
        digits,
        fc.uuid().map((id) => toPublicId('account', id).slice(4)),
      ),
      (text) => {
        const readByLibrary = () => {
          try {
            return TypeID.fromString(`acc_${text}`).toUUID();
          } catch {
            return undefined;
          }
        };
        expect(parsePublicId('account', `acc_${text}`)).toBe(readByLibrary());
      },
    ),
  );
});

it.each([
  '',
  'acc_',
  'acc_1',
  'usr_01j00000000000000000000000',
  'acc_81j00000000000000000000000',
  'acc_01j00000000000000000000000',
  'ACC_01j00000000000000000000000',
  'acc_01J00000000000000000000000',
  'acc_01j0000000000000000000000i',
  'acc_01j0000000000000000000000é',
  'acc_01j000000000000000000000000',
  'acc_01j00000000000000000000000\n',
  '0190a6a0-0000-7000-8000-000000000000',
])('finds no account id in %j', (text) => {
  expect(parsePublicId('account', text)).toBeUndefined();
});
