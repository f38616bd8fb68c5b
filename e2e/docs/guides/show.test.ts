import { describe, expect, it } from 'vitest';
import { formatJson, showPart } from './show.ts';

describe('the answer in a page', () => {
  it('is complete, whatever the page had before', () => {
    const answer = { id: 'a', list: [1, 2], none: null };
    for (const shown of [undefined, {}, { id: 'b', gone: 1 }, []])
      expect(showPart(shown, answer)).toEqual(answer);
  });

  it('keeps its members where the page says that there are more', () => {
    const answer = { object: 'list', data: [{ id: 'a', at: 1 }, { id: 'b' }], has_more: true };
    expect(showPart({ data: [{ id: '', '…': '…' }, '…'], '…': '…' }, answer)).toEqual({
      data: [{ id: 'a', '…': '…' }, '…'],
      '…': '…',
    });
  });

  it('has the order of the answer', () => {
    expect(Object.keys(showPart({ b: 0, a: 0, '…': '…' }, { a: 1, b: 2 }) as object)).toEqual([
      'a',
      'b',
      '…',
    ]);
  });

  it('is refused when the answer lacks a member', () => {
    expect(() => showPart({ gone: 1, '…': '…' }, { id: 'a' })).toThrow('gone');
    expect(() => showPart([1, '…'], [])).toThrow('1 items');
  });
});

it('is formatted on one line if it fits, else with a line for each member', () => {
  expect(formatJson({ error: 'not_found', message: 'no such payment' })).toBe(
    '{ "error": "not_found", "message": "no such payment" }',
  );
  const long = 'x'.repeat(60);
  expect(
    formatJson({ id: long, settings: { a: 1 }, list: [{ a: long, b: [long] }], none: {} }),
  ).toBe(`{
  "id": "${long}",
  "settings": { "a": 1 },
  "list": [
    {
      "a": "${long}",
      "b": ["${long}"]
    }
  ],
  "none": {}
}`);
});
