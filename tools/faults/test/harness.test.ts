import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toReplacement } from '../src/florin/variants.ts';
import { rows } from '../src/rows/all.ts';
import { oneKeyOneEffect } from '../src/rows/one-key-one-effect.ts';
import { runRow } from '../src/run-row.ts';
import { describeVerdict, isPassed } from '../src/verdict.ts';

const SEED = 7;
const MS_MAX = 240_000;

it('runs a row that holds, and its control is found out', { timeout: MS_MAX }, async () => {
  const ran = await runRow(oneKeyOneEffect, {
    seed: SEED,
    isFull: false,
    runMsMax: MS_MAX / 3,
    shorten: () => 2,
    signal: new AbortController().signal,
    progress: () => undefined,
    onFlorin: async () => undefined,
  });
  expect(ran.error).toBeUndefined();
  const verdict = describeVerdict(ran, SEED);
  expect(verdict).toMatch(
    /^F16 held: lost 0, duplicate 0, .* of 2 keys × 50, 1 kills between commit and reply \(seed 7, \d+ s\) · control "a ledger that forgets keys" red: duplicate 2, /,
  );
  expect(isPassed(ran), verdict).toBe(true);
});

it('has every row once', () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

const standIns = new Map(
  rows
    .flatMap(({ broken, florin }) => [...(broken ? [broken] : []), ...(florin?.variants ?? [])])
    .map((each) => [each.by, toReplacement(each)]),
);

it.each([...standIns])('%s exports what the module does that it stands in for', async (_, each) => {
  if (each.module.endsWith('/main.ts')) return expect(existsSync(each.by)).toBe(true);
  const [sound, standIn] = await Promise.all([import(each.module), import(each.by)]);
  expect(Object.keys(standIn).sort()).toEqual(Object.keys(sound).sort());
});
