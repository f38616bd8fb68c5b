import { retry } from '@florin/system-kit';
import type { Answer } from '@florin/testing';
import { call } from '../../api.ts';
import { hashing } from '../people.ts';
import { ABSENT } from '../world.ts';
import { expectedOutcomes, type Target } from './expected.ts';
import { EMPTY, hashes, type Recipe } from './recipe.ts';
import type { IdName, KnownCaller, Side, SideName } from './sides.ts';

/** One caller and one target of a request. */
export interface Cell {
  readonly recipe: Recipe;
  readonly caller: KnownCaller;
  readonly target: Target;
  readonly expected: readonly string[];
}

export interface Outcome extends Cell {
  readonly observed: string;
  /** Secrets of a side that the caller does not belong to. */
  readonly leaks: readonly string[];
}

export type Sides = Readonly<Record<SideName, Side>>;

export function makeCells(
  recipes: readonly Recipe[],
  callers: readonly KnownCaller[],
): readonly Cell[] {
  return recipes.flatMap((recipe) => {
    const targets: readonly Target[] =
      recipe.target === undefined ? ['nothing'] : ['A', 'B', 'absent', 'misshapen'];
    return callers.flatMap((caller) =>
      targets.map((target) => ({
        recipe,
        caller,
        target,
        expected: expectedOutcomes(recipe, caller, target),
      })),
    );
  });
}

/** Whether the request may find or change something. */
export function isAllowed({ expected }: Cell): boolean {
  return expected.includes('ok');
}

/** Sends the request of a cell. A permitted request gets an object of its own to use up. */
export async function runCell(cell: Cell, sides: Sides): Promise<Outcome> {
  const { recipe, caller, target } = cell;
  const side = target === 'A' || target === 'B' ? sides[target] : sides[caller.side ?? 'A'];
  const fresh = isAllowed(cell) ? await recipe.fresh?.(side, caller) : undefined;
  const id = fresh?.id ?? idOf(recipe.target, target, sides);
  const { path, ...options } = recipe.request(id);
  const [method = ''] = recipe.operation.split(' ');
  const token = fresh?.as?.token ?? caller.token;
  const body = fresh?.body ? { body: fresh.body } : {};
  const send = () => call(method, path, { ...options, ...body, ...tokenOf(token) });
  const answer = await patiently(hashes(recipe) ? () => hashing(send) : send);
  return { ...cell, observed: toOutcome(answer, recipe), leaks: leaksIn(answer, caller, sides) };
}

const tokenOf = (token: string) => (token === '' ? {} : { token });

function idOf(name: IdName | undefined, target: Target, sides: Sides): string {
  if (name === undefined || target === 'nothing') return '';
  if (target === 'misshapen') return 'nonsense';
  if (target === 'absent') return name === 'plan' ? 'absent' : ABSENT[name];
  return sides[target].ids[name];
}

/** Rate limits and load are not tested here. */
const patiently = (send: () => Promise<Answer>) => retry(send, { triesMax: 10 });

function toOutcome({ status, body }: Answer, { statusOf, unknown }: Recipe): string {
  if (status >= 300) return `${status} ${body.error}`;
  if (statusOf) return statusOf(body);
  return unknown === EMPTY && body.data?.length === 0 ? EMPTY : 'ok';
}

function leaksIn({ body }: Answer, caller: KnownCaller, sides: Sides): readonly string[] {
  if (caller.role === 'admin' || caller.role === 'platform') return [];
  const text = JSON.stringify(body, withoutRefusedTarget) ?? '';
  return Object.values(sides)
    .filter(({ name }) => name !== caller.side)
    .flatMap(({ secrets }) => secrets)
    .filter((secret) => text.includes(secret));
}

/** The audit log stores the target of a refused request as sent, whether or not it exists. */
function withoutRefusedTarget(_name: string, value: unknown): unknown {
  const isRefused = value !== null && typeof value === 'object' && 'outcome' in value;
  return isRefused && value.outcome === 'refused' ? { ...value, target: undefined } : value;
}

/** The response to each read. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** All readable data of a side, read by its owner. */
export async function takeSnapshot(
  recipes: readonly Recipe[],
  { owner, ids }: Side,
): Promise<Snapshot> {
  const reading = recipes.filter(({ operation }) => showsStanding(operation));
  const entries = await Promise.all(
    reading.map(async ({ operation, by, target, request }) => {
      const { path } = request(target === undefined ? '' : ids[target]);
      const { status, body } = await patiently(() => owner.call('GET', path));
      return [`${operation} by ${by}`, { status, body: withoutTimes(body) }];
    }),
  );
  return Object.fromEntries(entries);
}

/** Events and mails, which customer data includes too, arrive a moment after the change. */
function showsStanding(operation: string): boolean {
  return (
    operation.startsWith('GET ') &&
    !/ \/v1\/(events|audit_log|mails|reports|system|customers\/\{customer_id\}\/data)/.test(
      operation,
    )
  );
}

const UNSTANDING = new Set(['as_of', 'last_used_at', 'seconds']);

/** Times and durations of reads are not changes. */
function withoutTimes(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value) => (UNSTANDING.has(name) ? undefined : value));
  return JSON.parse(text);
}
