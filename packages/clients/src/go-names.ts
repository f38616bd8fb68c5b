import { toGoName, wordsOf } from '@florin/contracts';
import type { Choice, Field, Type } from './surface.ts';

/** The exported Go name of a type, field or group. */
export function goName(name: string): string {
  return toGoName(wordsOf(name));
}

/** The Go name of a parameter or variable. */
export function goVariable(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return first + (rest.length === 0 ? '' : toGoName(rest));
}

/**
 * The Go type of a struct field.
 * @param from package prefix with its dot, such as `florin.`; empty within the package
 */
export function goFieldType({ type, isRequired }: Field, from: string): string {
  const written = goType(type, from);
  return isRequired || type.kind === 'any' || type.kind === 'nullable'
    ? written
    : `${from}Opt[${written}]`;
}

/**
 * The Go type.
 * @param from as in `goFieldType`
 */
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

/** The Go constant names of an enum's values. */
export function goConstants({ name, values }: Choice): readonly string[] {
  const plain = values.map((value) => goName(value));
  return values.map((value, index) => {
    const own = plain[index] ?? '';
    const isAlone = own !== '' && plain.filter((one) => one === own).length === 1;
    return goName(name) + (isAlone ? own : spell(value));
  });
}

/** Distinguishes values that differ only in punctuation, by the code points of their characters. */
function spell(value: string): string {
  return value.replaceAll(/[a-z]+|[^a-zA-Z0-9]/g, (part) =>
    /^[a-z]/.test(part) ? toGoName([part]) : `U${part.charCodeAt(0).toString(16)}`,
  );
}
