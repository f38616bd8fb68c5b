import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEmail } from './email.ts';

describe('parseEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace+Tag@EXAMPLE.com\n', 'ada.lovelace+tag@example.com'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@FAß.de', 'ada@xn--fa-hia.de'],
    ['ada@xn--fa-hia.de', 'ada@xn--fa-hia.de'],
    ['ada@ｅｘａｍｐｌｅ。com', 'ada@example.com'],
    ["o'brien@florin.local", "o'brien@florin.local"],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('reads %j as %j', (text, canonical) => {
    expect(parseEmail(text)).toBe(canonical);
  });

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@example..com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada@[127.0.0.1]',
    'ada@example.com:25',
    'ada@example.com/path',
    'ada@ex%61mple.com',
    'a@b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    '"ada"@example.com',
    'a da@example.com',
    'ad\u0000a@example.com',
    'ad\u200ba@example.com',
    'ada@exam\u200bple.com',
    '\ufeffada@example.com',
    'ada@example\u00ad.com',
    'ädа@example.com',
    '\u212aelvin@example.com',
    'ada@\ud800.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(126)}com`,
    `ada@${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.com`,
  ])('refuses %j', (text) => {
    expect(parseEmail(text)).toBeUndefined();
  });

  it('changes nothing about a canonical form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), nearlyEmail), (text) => {
        const canonical = parseEmail(text);
        if (canonical !== undefined) expect(parseEmail(canonical)).toBe(canonical);
      }),
    );
  });

  it('gives visible lower-case ASCII of bounded length, whatever it is fed', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyEmail, fc.string({ unit: 'binary' })), (text) => {
        const canonical = parseEmail(text) ?? 'none@example.com';
        expect(canonical).toMatch(/^[!-?[-~]+@[a-z0-9.-]+$/);
        expect(canonical.length).toBeLessThanOrEqual(254);
      }),
    );
  });

  it('does not depend on case or on space around it', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        expect(parseEmail(` ${text.toUpperCase()} `)).toBe(parseEmail(text));
      }),
    );
  });
});

/** Text around the edges of the rules: any characters before and after an @. */
const nearlyEmail = fc
  .tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  .map(([local, domain]) => `a${local}@${domain}.com`);
