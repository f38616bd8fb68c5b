import { describe, expect, it } from 'vitest';
import { parsePlace, placeText } from './places.ts';

describe('parsePlace', () => {
  it.each([
    ['ledger-headless:9090', { host: 'ledger-headless', port: 9090 }],
    [
      'ledger.florin.svc.cluster.local:9090',
      { host: 'ledger.florin.svc.cluster.local', port: 9090 },
    ],
    ['10.0.0.7:80', { host: '10.0.0.7', port: 80 }],
    ['[fd00::7]:9090', { host: 'fd00::7', port: 9090 }],
  ])('parses %s and formats it again', (text, place) => {
    expect(parsePlace(text)).toEqual(place);
    expect(placeText(place)).toBe(text);
  });

  it.each([
    '',
    'ledger:x',
    'ledger:99999',
    'http://ledger:9090',
    'ledger:9090/v1',
    'a@ledger:9090',
  ])('rejects %j', (text) => {
    expect(() => parsePlace(text)).toThrow('must be host:port');
  });
});
