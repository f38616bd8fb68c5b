import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cursorFields, limitField, listReply, oneCursor, pageField, toPage } from './page.ts';

const limit = z.object({ limit: limitField(20) });
const limitOf = (query: object) => limit.safeParse(query).data?.limit;

describe('a limit', () => {
  it.each([
    [{}, 20],
    [{ limit: '1' }, 1],
    [{ limit: '007' }, 7],
    [{ limit: '+7' }, 7],
    [{ limit: '100' }, 100],
    [{ limit: '101' }, 100],
    [{ limit: '9'.repeat(400) }, 100],
  ])('parses %j as %i', (query, expected) => {
    expect(limitOf(query)).toBe(expected);
  });

  it.each(['0', '00', '-1', '1.0', '1e2', '0x10', '', ' 1', '1 ', 'ten', '٣', ['1'], 5])(
    'refuses %j',
    (text) => {
      expect(limitOf({ limit: text })).toBeUndefined();
    },
  );
});

describe('a page number', () => {
  const pageOf = (query: object) => z.object({ page: pageField }).safeParse(query).data?.page;

  it.each([
    [{}, 1],
    [{ page: '3' }, 3],
    [{ page: '999999999999' }, 999_999_999_999],
  ])('parses %j as %i', (query, expected) => {
    expect(pageOf(query)).toBe(expected);
  });

  it.each(['0', '-1', '1.5', 'x', '', '9'.repeat(20)])('refuses %j', (page) => {
    expect(pageOf({ page })).toBeUndefined();
  });
});

describe('cursors', () => {
  const query = z.object(cursorFields('transaction')).refine(...oneCursor);
  const id = newId();
  const cursor = toPublicId('transaction', id);

  it('are ids of listed objects', () => {
    expect(query.parse({ starting_after: cursor })).toEqual({
      ...{ limit: 20, order: 'desc' },
      starting_after: id,
    });
    expect(query.parse({ ending_before: cursor, limit: '5', order: 'asc' })).toEqual({
      ...{ limit: 5, order: 'asc' },
      ending_before: id,
    });
    expect(query.parse({})).toEqual({ limit: 20, order: 'desc' });
  });

  it.each([
    { starting_after: '' },
    { starting_after: 'x' },
    { starting_after: id },
    { ending_before: toPublicId('account', id) },
    { starting_after: [cursor, cursor] },
    { starting_after: cursor, ending_before: cursor },
  ])('are refused: %j', (wrong) => {
    expect(query.safeParse(wrong).success).toBe(false);
  });

  it('are refused together, with a reason', () => {
    const both = { starting_after: cursor, ending_before: cursor };
    expect(query.safeParse(both).error?.issues[0]?.message).toContain('not both');
  });
});

/** A list of five, newest first, read as a store reads it. */
describe('a page', () => {
  const all = [5, 4, 3, 2, 1];
  const pageAfter = (cursor: number | undefined, size: number) => {
    const rest = all.filter((item) => cursor === undefined || item < cursor);
    return toPage(rest.slice(0, size + 1), size, 'after');
  };
  const pageBefore = (cursor: number, size: number) => {
    const rest = all.toReversed().filter((item) => item > cursor);
    return toPage(rest.slice(0, size + 1), size, 'before');
  };

  it.each([
    [pageAfter(undefined, 2), [5, 4], true],
    [pageAfter(4, 2), [3, 2], true],
    [pageAfter(2, 2), [1], false],
    [pageAfter(3, 2), [2, 1], false],
    [pageAfter(1, 2), [], false],
    [pageAfter(undefined, 5), all, false],
    [pageBefore(1, 2), [3, 2], true],
    [pageBefore(3, 2), [5, 4], false],
    [pageBefore(2, 3), [5, 4, 3], false],
    [pageBefore(4, 2), [5], false],
    [pageBefore(5, 2), [], false],
  ])('has the rows next to its cursor, newest first: %j', (page, items, hasMore) => {
    expect(page).toEqual({ items, hasMore });
  });

  it('does not modify its rows', () => {
    const rows = [1, 2, 3];
    toPage(rows, 2, 'before');
    expect(rows).toEqual([1, 2, 3]);
  });

  it('has one named schema per item schema', () => {
    const thing = z.object({ id: z.string() }).meta({ id: 'ListedThing' });
    expect(listReply(thing)).toBe(listReply(thing));
    expect(listReply(thing).meta()?.id).toBe('ListedThingList');
  });

  it('has the shape of a list', () => {
    const reply = listReply(z.object({ id: z.string() }));
    const list = { object: 'list', data: [{ id: 'a' }], has_more: false };
    expect(reply.parse(list)).toEqual(list);
    expect(reply.safeParse({ ...list, object: 'page' }).success).toBe(false);
    expect(reply.safeParse({ ...list, data: [{}] }).success).toBe(false);
  });
});
