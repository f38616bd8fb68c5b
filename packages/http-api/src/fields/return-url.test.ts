import { expect, it } from 'vitest';
import { isListed } from './return-url.ts';

const listed = ['https://shop.example/thanks', 'https://other.example:8443/'];

it.each(['https://shop.example/thanks', 'https://shop.example/thanks?order=7', listed[1] ?? ''])(
  'accepts %s',
  (url) => expect(isListed(url, listed)).toBe(true),
);

it.each([
  'https://shop.example/',
  'https://shop.example/thanks/more',
  'https://shop.example.evil.example/thanks',
  'https://evil.example/thanks',
  'http://shop.example/thanks',
  'https://other.example/',
])('refuses %s', (url) => expect(isListed(url, listed)).toBe(false));
