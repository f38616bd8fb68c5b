import { toGoName, wordsOf } from '@florin/contracts';
import type { Choice, Field, Type } from './surface.ts';

/** What a type, a member or a group is called in Go. */
export function goName(name: string): string {
  return toGoName(wordsOf(name));
}

/** What a parameter or a variable is called in Go. */
export function goVariable(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return first + (rest.length === 0 ? '' : toGoName(rest));
}

/**
 * The type of a member of a struct.
 * @param from the package that it is written for, with its dot: `florin.`; empty within it.
 */
export function goFieldType({ type, isRequired }: Field, from: string): string {
  const written = goType(type, from);
  return isRequired || type.kind === 'any' || type.kind === 'nullable'
    ? written
    : `${from}Opt[${written}]`;
}

/** A type; `from` as for a member. */
export function goType(type: Type, from: string): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'time':
      return 'time.Time';
    case 'integer':
      return 'int64';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'any';
    case 'constant':
      return typeof type.value === 'string' ? 'string' : 'bool';
    case 'choice':
      return from + goName(type.choice.name);
    case 'list':
      return `[]${goType(type.of, from)}`;
    case 'map':
      return `map[string]${goType(type.of, from)}`;
    case 'model':
      return from + goName(type.name);
    case 'nullable':
      return `${from}Opt[${goType(type.of, from)}]`;
  }
}

/** What each value of a choice is called in Go. */
export function goConstants({ name, values }: Choice): readonly string[] {
  const plain = values.map((value) => goName(value));
  return values.map((value, index) => {
    const own = plain[index] ?? '';
    const isAlone = own !== '' && plain.filter((one) => one === own).length === 1;
    return goName(name) + (isAlone ? own : spell(value));
  });
}

/** What words alone do not tell apart is told with the numbers of its signs. */
function spell(value: string): string {
  return value.replaceAll(/[a-z]+|[^a-zA-Z0-9]/g, (part) =>
    /^[a-z]/.test(part) ? toGoName([part]) : `U${part.charCodeAt(0).toString(16)}`,
  );
}
