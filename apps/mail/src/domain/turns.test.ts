import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { START, takeTurns, VISITS_MAX } from './turns.ts';

const [busy, quiet] = [
  '0197aaaa-0000-7000-8000-000000000001',
  '0197bbbb-0000-7000-8000-000000000002',
];
const mails = Array.from({ length: 5 }, newId);
const own = newId();
const turns = [
  { queue: 'attachment', owner: busy, due: mails },
  { queue: 'attachment', owner: quiet, due: [own] },
] as const;
const walk = { queue: 'attachment', free: 3, after: START } as const;

describe('turns of accounts', () => {
  it('take one mail of each account before a second one of any, the oldest first', () => {
    const [first, second, third] = mails;
    expect(takeTurns(turns, walk).due).toEqual([first, own, second]);
    expect(takeTurns(turns, { ...walk, free: 5 }).due).toEqual([
      first,
      own,
      second,
      third,
      mails[3],
    ]);
    expect(takeTurns(turns, { ...walk, queue: 'notification' }).due).toEqual([]);
  });

  it('continue after the account of the last email', () => {
    expect(takeTurns(turns, { ...walk, free: 1 }).last).toBe(busy);
    expect(takeTurns(turns, { ...walk, free: 2 }).last).toBe(quiet);
    expect(takeTurns(turns, { ...walk, free: 3 }).last).toBe(busy);
    expect(takeTurns(turns, { ...walk, free: 0, after: quiet }).last).toBe(quiet);
    expect(takeTurns([], { ...walk, after: quiet }).last).toBe(quiet);
  });

  it('continue immediately if a search hit its bound without wrapping around', () => {
    const idle = Array.from({ length: VISITS_MAX }, () => ({ ...turns[1], due: [] }));
    expect(takeTurns(idle, walk)).toMatchObject({ due: [], last: quiet, isPartial: true });
    expect(takeTurns(idle, { ...walk, after: quiet }).isPartial).toBe(false);
    expect(takeTurns(idle.slice(1), walk).isPartial).toBe(false);
  });
});
