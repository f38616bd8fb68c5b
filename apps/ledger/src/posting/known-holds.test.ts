import { newId } from '@florin/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { captured, NOW, payment } from '../../test/builders.ts';
import type { AnyCommand, CommandRequest } from '../domain/batch/model.ts';
import type { Transaction } from '../domain/transaction/model.ts';
import { type KnownHolds, makeKnownHolds } from './known-holds.ts';

let clockMs: number;
let holds: KnownHolds;
beforeEach(() => {
  clockMs = 77;
  holds = makeKnownHolds(() => clockMs);
});

/** A payment that settles this long after it was written. */
function dueAfter(ms: number, change: Partial<Transaction> = {}): Transaction {
  return payment({ dueAt: NOW + ms, ...change });
}

function asked(command: AnyCommand): CommandRequest {
  return { accountId: newId(), command, cause: { requestId: null, idempotencyKey: null } };
}

const settle = ({ id }: Transaction) => asked({ kind: 'settle', transactionId: id });
const cancel = ({ id }: Transaction) => asked({ kind: 'cancel', transactionId: id });
const idsDue = (withinMs = 0) => holds.listDue([], 100, withinMs).map(({ id }) => id);

describe('due holds', () => {
  it('are those written long enough ago, whatever the database clock says', () => {
    const [first, second] = [dueAfter(1_000), dueAfter(3_000)];
    holds.note([first, second], NOW);
    expect(idsDue()).toEqual([]);
    clockMs += 999;
    expect(idsDue()).toEqual([]);
    expect(holds.listDue([], 100, 1)).toEqual([
      { id: first.id, accountId: first.accountId, dueInMs: 1, capture: 'automatic' },
    ]);
    clockMs += 2_001;
    expect(idsDue()).toEqual([first.id, second.id]);
    expect(holds.listDue([], 1, 0).map(({ id }) => id)).toEqual([first.id]);
  });

  it('skip excluded accounts and continue with others', () => {
    const stuck = dueAfter(0, { accountId: newId() });
    const free = dueAfter(1);
    holds.note([stuck, free], NOW);
    clockMs += 1;
    expect(holds.listDue([stuck.accountId], 100, 0).map(({ id }) => id)).toEqual([free.id]);
    expect(idsDue()).toEqual([stuck.id, free.id]);
  });

  it.each<[string, Transaction]>([
    ['settles automatically in an hour', dueAfter(3_600_000)],
    ['was captured', captured()],
    ['waits to be captured', dueAfter(1, { capture: 'manual' })],
    ['ends by its movement', dueAfter(1, { capture: null })],
    ['is never due', payment({ dueAt: null })],
  ])('include nothing that %s', (_, other) => {
    holds.note([other], NOW);
    expect(idsDue(10_000_000)).toEqual([]);
  });

  it('keep their place when they change', () => {
    const [first, second] = [dueAfter(10), dueAfter(20)];
    holds.note([first, second], NOW);
    holds.note([{ ...first, version: 2n }], NOW);
    expect(idsDue(10)).toEqual([first.id]);
    expect(idsDue(20)).toEqual([first.id, second.id]);
  });

  it('exclude holds that have ended', () => {
    const hold = dueAfter(10);
    holds.note([hold], NOW);
    holds.note([{ ...hold, status: 'canceled', dueAt: null }], NOW);
    expect(idsDue(10_000)).toEqual([]);
  });

  it('exclude holds that another process must have settled', () => {
    const [old, later] = [dueAfter(0), dueAfter(2_000)];
    holds.note([old, later], NOW);
    clockMs += 5_001;
    expect(idsDue()).toEqual([later.id]);
    expect(holds.take([settle(old)])).toEqual(new Map());
  });

  it('are bounded: the oldest are evicted first', () => {
    const all = Array.from({ length: 10_001 }, () => dueAfter(0));
    holds.note(all, NOW);
    expect(holds.listDue([], 20_000, 0).map(({ id }) => id)).toEqual(
      all.slice(1).map(({ id }) => id),
    );
  });
});

describe('holds that a batch need not read', () => {
  it('are the payments that it settles, as last written, once each', () => {
    const hold = dueAfter(10);
    const renamed = { ...hold, version: 2n, reference: 'new' };
    holds.note([hold], NOW);
    holds.note([renamed], NOW);
    expect(holds.take([settle(hold), settle(dueAfter(10))])).toEqual(new Map([[hold.id, renamed]]));
    expect(holds.take([settle(hold)])).toEqual(new Map());
    expect(idsDue(10_000)).toEqual([]);
    expect(holds.has(hold.id)).toBe(false);
  });

  it('exclude long overdue ones', () => {
    const hold = dueAfter(10);
    holds.note([hold], NOW);
    clockMs += 5_011;
    expect(holds.take([settle(hold)])).toEqual(new Map());
  });

  it('exclude holds of other commands in the same batch, or alone', () => {
    const [asking, settling] = [dueAfter(10), dueAfter(10)];
    holds.note([asking, settling], NOW);
    expect(holds.take([cancel(asking)])).toEqual(new Map());
    expect(holds.take([settle(asking), cancel(asking), settle(settling)])).toEqual(
      new Map([[settling.id, settling]]),
    );
  });
});
