import { rotatingShare } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperations } from '../document.ts';
import { newUser } from '../people.ts';
import { NOT_A_TOKEN } from '../scenario.ts';
import { logInAdmin } from '../world.ts';
import {
  type Cell,
  isAllowed,
  makeCells,
  type Outcome,
  runCell,
  type Snapshot,
  takeSnapshot,
} from './cells.ts';
import { byKnowledge, recipes } from './recipes.ts';
import { type KnownCaller, makeSide, type Side } from './sides.ts';

const AT_ONCE = 8;
/** One commit checks a sixth of the requests with an id that belongs to no object. */
const UNKNOWN_SHARES = 6;
const hasUnknownTarget = ({ target }: Cell) => target === 'absent' || target === 'misshapen';

const outcomes: Outcome[] = [];
const changes: { what: string; before: readonly Snapshot[]; after: readonly Snapshot[] }[] = [];

beforeAll(async () => {
  const [a, b, callers] = await makeParties();
  const sides = { A: a, B: b };
  const all = makeCells(recipes, callers);
  const cells = [
    ...all.filter((cell) => !hasUnknownTarget(cell)),
    ...rotatingShare(all.filter(hasUnknownTarget), UNKNOWN_SHARES),
  ];
  const refused = cells.filter((cell) => !isAllowed(cell));
  const allowed = cells.filter(isAllowed);
  const onB = allowed.filter(({ caller, target }) => caller.side === 'B' || target === 'B');
  const elsewhere = allowed.filter((cell) => !onB.includes(cell));

  const run = async (some: readonly Cell[]) => {
    outcomes.push(...(await inBatches(some, (cell) => runCell(cell, sides))));
  };
  await unchanged('A and B, by requests that are refused', [a, b], () => run(refused));
  await unchanged('B, by requests that are allowed for A', [b], () => run(elsewhere));
  await run(onB);
}, 240_000);

afterAll(() => {
  process.stdout.write(
    `access matrix: ${outcomes.length} cells, ${recipes.length} recipes of ${operations.length} operations\n`,
  );
});

const operations = [...new Set(recipes.map(({ operation }) => operation))];

describe('access matrix', () => {
  it('has a recipe for every operation of the document, and no other', async () => {
    const documented = (await readOperations()).map(({ operation }) => operation);
    const known = [...operations, ...byKnowledge];
    expect(documented.filter((operation) => !known.includes(operation))).toEqual([]);
    expect(known.filter((operation) => !documented.includes(operation))).toEqual([]);
  });

  it.each(operations)('answers as the permission table allows: %s', (operation) => {
    const wrong = outcomes
      .filter(({ recipe, expected, observed }) => {
        return recipe.operation === operation && !expected.includes(observed);
      })
      .map(
        ({ recipe, caller, target, expected, observed }) =>
          `${caller.name} requests ${target} by ${recipe.by}: ${observed}, not ${expected.join(' or ')}`,
      );
    expect(wrong).toEqual([]);
  });

  it('leaks no data of an account to outside callers', () => {
    const leaks = outcomes
      .filter((outcome) => outcome.leaks.length > 0)
      .map(
        ({ recipe, caller, target, leaks: found }) =>
          `${recipe.operation} by ${recipe.by}, ${caller.name} requests ${target}: ${found.join(', ')}`,
      );
    expect(leaks).toEqual([]);
  });

  it('lets no outside caller change an account', () => {
    expect(changes.length).toBeGreaterThan(0);
    // One by one: a diff of two whole snapshots is too large to show.
    for (const { what, before, after } of changes) {
      for (const [index, snapshot] of before.entries())
        for (const [reading, answer] of Object.entries(snapshot))
          expect([what, reading, after[index]?.[reading]]).toEqual([what, reading, answer]);
      expect([what, after]).toEqual([what, before]);
    }
  });
});

async function makeParties(): Promise<[Side, Side, readonly KnownCaller[]]> {
  const admin = await logInAdmin();
  const [a, b] = await Promise.all([makeSide('A'), makeSide('B')]);
  const [alone, platform] = await Promise.all([newUser(), newUser(admin, { role: 'platform' })]);
  const anonymous = { role: undefined, side: undefined, person: undefined, call: admin.call };
  const outside = { side: undefined };
  return [
    a,
    b,
    [
      { ...anonymous, name: 'anonymous', token: '' },
      { ...anonymous, name: 'a bad token', token: NOT_A_TOKEN },
      { ...a.owner, name: 'owner of A', role: 'owner', side: 'A', person: a.owner },
      { ...b.owner, name: 'owner of B', role: 'owner', side: 'B', person: b.owner },
      { ...a.member, name: 'member of A', role: 'member', side: 'A', person: a.member },
      { ...a.key, name: 'key of A', role: 'key', side: 'A', person: undefined },
      { ...alone, ...outside, name: 'user without account', role: 'alone', person: alone },
      { ...platform, ...outside, name: 'platform', role: 'platform', person: platform },
      { ...admin, ...outside, name: 'admin', role: 'admin', person: admin },
    ],
  ];
}

/** Compares what the owners of both sides can read before and after. */
async function unchanged(
  what: string,
  sides: readonly Side[],
  doing: () => Promise<void>,
): Promise<void> {
  const read = () => Promise.all(sides.map((side) => takeSnapshot(recipes, side)));
  // The first read stores the PDFs that it renders, and explanations then list them.
  if (changes.length === 0) await read();
  const before = await read();
  await doing();
  changes.push({ what, before, after: await read() });
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) results.push(await run(item));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
