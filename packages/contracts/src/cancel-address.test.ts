import { expect, it } from 'vitest';
import { CANCEL_ADDRESS_LENGTH_MAX, parseCancelAddress } from './cancel-address.ts';

it.each([
  ['Bye@Ada.example', 'bye@ada.example'],
  ['https://ada.example/bye?x=1#end', 'https://ada.example/bye?x=1#end'],
  ['HTTPS://Ada.example', 'https://ada.example/'],
  [' https://ada.example/a b\n', 'https://ada.example/a%20b'],
])('reads %j as %s', (text, address) => {
  expect(parseCancelAddress(text)).toBe(address);
});

it.each([
  '',
  'call us',
  'http://ada.example/',
  'javascript:alert(1)',
  'mailto:bye@ada.example',
  'https://ada:secret@ada.example/',
  `https://ada.example/${'x'.repeat(CANCEL_ADDRESS_LENGTH_MAX)}`,
])('takes no %j', (text) => {
  expect(parseCancelAddress(text)).toBeUndefined();
});
