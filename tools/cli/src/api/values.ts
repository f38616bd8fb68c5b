import { readFileSync } from 'node:fs';
import { Mistake } from '../text/failure.ts';
import { isMembers } from '../text/show.ts';
import type { Field } from './schema.ts';

/** The option of a field: `--address.country`. */
export function flagOf({ path }: Field): string {
  return `--${path.join('.')}`;
}

/** Converts an argument to JSON. @throws Mistake for an invalid value. */
export function toValue(field: Field, given: string | boolean | readonly string[]): unknown {
  const flag = flagOf(field);
  if (typeof given === 'boolean') return given;
  if (typeof given !== 'string') return toMany(field, given);
  if (given === 'null' && field.isNullable && field.kind !== 'text') return null;
  switch (field.kind) {
    case 'whole':
      if (!/^[+-]?\d+$/.test(given))
        throw new Mistake(`${flag} ${given}: has to be a whole number; amounts are minor units`);
      return Number(given);
    case 'number':
      if (given.trim() === '' || Number.isNaN(Number(given)))
        throw new Mistake(`${flag} ${given}: has to be a number`);
      return Number(given);
    case 'flag':
      if (given !== 'true' && given !== 'false')
        throw new Mistake(`${flag} ${given}: has to be true or false`);
      return given === 'true';
    case 'json':
      return parseJson(flag, given);
    case 'text':
    case 'list':
    case 'map':
      return given;
  }
}

function toMany(field: Field, given: readonly string[]): unknown {
  const flag = flagOf(field);
  if (given.length === 1 && given[0] === 'null' && field.isNullable) return null;
  if (field.kind === 'list') return given;
  const pairs = given.map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new Mistake(`${flag} ${text}: has to be name=value`);
    return [name, value];
  });
  return Object.fromEntries(pairs);
}

/**
 * A body from a file, standard input (`@-`) or JSON, overridden by options.
 * @throws Mistake unless it is a JSON object.
 */
export function bodyOf(
  data: string | undefined,
  said: readonly (readonly [Field, unknown])[],
): Readonly<Record<string, unknown>> {
  const body = data === undefined ? {} : readData(data);
  for (const [{ path }, value] of said) put(body, path, value);
  return body;
}

function readData(data: string): Record<string, unknown> {
  const text = data.startsWith('@') ? readText(data.slice(1)) : data;
  const value = parseJson('--data', text);
  if (!isMembers(value)) throw new Mistake('--data has to be a JSON object');
  return { ...value };
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Mistake(`--data @${file}: ${(error as Error).message}`);
  }
}

function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Mistake(`${flag} is no JSON: ${(error as Error).message}`);
  }
}

/** Defined rather than assigned, since a member may have any name. */
function put(
  body: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
) {
  const before = Object.hasOwn(body, name) ? body[name] : undefined;
  const inner = isMembers(before) ? { ...before } : {};
  if (rest.length > 0) put(inner, rest, value);
  const member = { value: rest.length === 0 ? value : inner, enumerable: true };
  Object.defineProperty(body, name, { ...member, writable: true, configurable: true });
}
