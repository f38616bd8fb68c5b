import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '0177.0.0.1',
  '2130706433',
])('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('allows %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it('calls no private address, anywhere in its range', () => {
  const host = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(host, host, host, (a, b, c) => {
      for (const address of [`127.${a}.${b}.${c}`, `10.${a}.${b}.${c}`, `192.168.${a}.${b}`]) {
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      }
    }),
  );
});
