import { describe, expect, it } from 'vitest';
import { readCamt053, STATEMENT_BYTES_MAX, StatementError } from '../src/index.ts';
import { bytesOf, camt, credit } from './camt-files.ts';

function refusalOf(bytes: Uint8Array | string): StatementError {
  try {
    readCamt053(typeof bytes === 'string' ? bytesOf(bytes) : bytes);
  } catch (error) {
    if (error instanceof StatementError) return error;
    throw error;
  }
  throw new Error('it was read');
}

const within = (from: string, to: string) => camt().replace(from, to);

describe('an invalid file', () => {
  it.each([
    ['no XML', 'hello', 1, 'not valid XML'],
    ['nothing', '', 1, 'the file is empty'],
    ['cut off', camt().slice(0, -20), 25, 'not valid XML: Unclosed root tag'],
    ['two documents', `${camt()}<Document/>`, 26, 'the file has a second document'],
    ['another message', within('camt.053.001.08', 'camt.052.001.08'), 2, 'not a camt.053 file'],
    ['another version', within('camt.053.001.08', 'camt.053.001.01'), 2, 'not a camt.053 file'],
    [
      'no account',
      within('<Acct>', '<Acc>').replace('</Acct>', '</Acc>'),
      5,
      'the element Acct is missing',
    ],
    ['no currency', within(' Ccy="EUR"', ''), 9, 'Amt: "" is not an active ISO 4217 currency'],
    ['a currency of the past', within('Ccy="EUR"', 'Ccy="DEM"'), 9, 'Amt: "DEM" is not an active'],
    ['too many decimals', within('12.30', '12.305'), 9, 'Amt: "12.305" has more than 2 decimals'],
    ['a negative amount', within('12.30', '-12.30'), 9, 'Amt: "-12.30" is not an amount'],
    ['an exponent', within('12.30', '1e3'), 9, 'Amt: "1e3" is not an amount'],
    ['other digits', within('12.30', '١٢'), 9, 'is not an amount'],
    ['a huge amount', within('12.30', '90071992547409.92'), 9, 'is too large'],
    ['an amount without end', within('12.30', '9'.repeat(60_000)), 9, 'is not an amount'],
    [
      'no direction',
      within('<CdtDbtInd>CRDT</CdtDbtInd>', ''),
      8,
      'Ntry: the element CdtDbtInd is missing',
    ],
    [
      'another direction',
      within('CRDT', 'BOTH'),
      10,
      'CdtDbtInd: the credit/debit indicator must be CRDT or DBIT',
    ],
    ['no status', within('<Sts><Cd>BOOK</Cd></Sts>', ''), 8, 'Ntry: the element Sts is missing'],
    ['an invalid day', within('2026-11-20<', '2026-02-30<'), 12, '"2026-02-30" is not a date'],
  ])('with %s is refused with its line', (_what, file, line, message) => {
    const refusal = refusalOf(file);
    expect(refusal.message).toContain(message);
    expect(refusal.message.length).toBeLessThan(300);
    expect(refusal.line).toBe(line);
  });
});

const head = (doctype: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}`;

describe('a hostile file', () => {
  it.each([
    [
      'entities that grow',
      '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    ],
    ['a file of ours', '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['an address', '<!DOCTYPE l SYSTEM "http://127.0.0.1:1/x.dtd">'],
    ['parameter entities', '<!DOCTYPE l [<!ENTITY % p SYSTEM "http://127.0.0.1:1/">%p;]>'],
  ])('may not define %s', (_what, doctype) => {
    const refusal = refusalOf(camt({ head: head(doctype) }));
    expect(refusal.message).toContain('a document type declaration is not allowed');
  });

  it.each(['&x;', '&nbsp;', '&toString;', '&#0;', '&#x110000;', '&'])(
    'with the unknown entity %s is refused',
    (text) => {
      const refusal = refusalOf(camt({ entries: credit({ text }) }));
      expect(refusal.message).toContain('not valid XML');
    },
  );

  it('is limited in size, depth and elements', () => {
    const large = new Uint8Array(STATEMENT_BYTES_MAX + 1).fill(0x20);
    expect(refusalOf(large).message).toContain('the file is larger than 10485760 bytes');
    const deep = '<a>'.repeat(10_000) + '</a>'.repeat(10_000);
    expect(refusalOf(camt({ entries: deep })).message).toContain('more than 64 levels deep');
    const many = '<a/>'.repeat(1_000_001);
    expect(refusalOf(camt({ entries: many })).message).toContain('more than 1000000 elements');
  });

  it('must match its encoding', () => {
    const latin = Uint8Array.from(Buffer.from(camt({ entries: credit({ text: 'é' }) }), 'latin1'));
    expect(refusalOf(latin).message).toBe('the file is not valid UTF-8');
    const wide = Uint8Array.from(Buffer.from(camt(), 'utf16le'));
    expect(refusalOf(wide).message).toContain('control character');
    const odd = camt({ head: '<?xml version="1.0" encoding="EBCDIC-CP-US"?>' });
    expect(refusalOf(odd).message).toBe('line 1: the encoding EBCDIC-CP-US is not supported');
    expect(refusalOf(camt({ entries: credit({ text: '\u0000' }) })).line).toBe(21);
  });

  it('cannot pollute prototypes with its names', () => {
    const entries = `<__proto__><polluted>1</polluted></__proto__><constructor/>${credit()}`;
    expect(readCamt053(bytesOf(camt({ entries })))[0]?.entries).toHaveLength(1);
    expect({}).not.toHaveProperty('polluted');
  });

  it('keeps text that looks like a formula or a script', () => {
    const text = `<![CDATA[=HYPERLINK("x") <script>alert(1)</script> &amp; '; drop table x]]>`;
    const [statement] = readCamt053(bytesOf(camt({ entries: credit({ text }) })));
    expect(statement?.entries[0]?.remittance.unstructured).toBe(
      `=HYPERLINK("x") <script>alert(1)</script> &amp; '; drop table x`,
    );
  });
});
