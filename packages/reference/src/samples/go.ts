import type { Model, Type } from '@florin/clients';
import { type Field, goConstants, goFieldType, goName, goType, goVariable } from '@florin/clients';
import { toGoName, toSingular } from '@florin/contracts';
import type { ClientCall, SampleCall } from './model.ts';

const FLORIN = 'florin.';
type Models = ClientCall['models'];

/** The call with the Go client, formatted like gofmt. */
export function goSample(client: ClientCall, { pathValues, body }: SampleCall): string {
  const { group, call, models } = client;
  const given = [
    'ctx',
    ...Object.values(pathValues).map((id) => JSON.stringify(id)),
    ...(call.query ? [`${FLORIN}${goName(call.query.name)}{}`] : []),
    ...(call.body ? [literal(call.body, body, models, '')] : []),
  ];
  const asked = `client.${toGoName(group)}.${toGoName(call.name)}(${given.join(', ')})`;
  const one = goVariable(toSingular(group).join(' '));
  switch (call.answer.kind) {
    case 'json':
      return `${one}, err := ${asked}`;
    case 'bytes':
      return `file, err := ${asked}`;
    case 'pages':
      return [
        `for ${one}, err := range ${asked} {`,
        '\tif err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
        `\tfmt.Printf("%+v\\n", ${one})`,
        '}',
      ].join('\n');
  }
}

/** Go literal of a value. */
function literal(type: Type, value: unknown, models: Models, indent: string): string {
  switch (type.kind) {
    case 'number':
      return Number.isInteger(value) ? `${value}.0` : String(value);
    case 'choice': {
      const at = type.choice.values.indexOf(String(value));
      return at === -1 ? JSON.stringify(value) : FLORIN + goConstants(type.choice)[at];
    }
    case 'nullable':
      return optional(type.of, value, models, indent);
    case 'list':
      return braced(
        goType(type, FLORIN),
        asList(value).map((each) => literal(type.of, each, models, `${indent}\t`)),
        indent,
      );
    case 'map':
      return braced(goType(type, FLORIN), aligned(pairsOf(value, type.of, models, indent)), indent);
    case 'model':
      return braced(
        goType(type, FLORIN),
        aligned(membersOf(models.get(type.name), value, models, indent)),
        indent,
      );
    case 'any':
      return anything(value, models, indent);
    case 'text':
    case 'time':
    case 'integer':
    case 'boolean':
    case 'constant':
      return JSON.stringify(value);
  }
}

function optional(of: Type, value: unknown, models: Models, indent: string): string {
  if (value === null) return `${FLORIN}Null[${goType(of, FLORIN)}]()`;
  const written = literal(of, value, models, indent);
  // An untyped number would be an int.
  return `${FLORIN}Some(${of.kind === 'integer' ? `int64(${written})` : written})`;
}

function membersOf(model: Model | undefined, value: unknown, models: Models, indent: string) {
  const values = asObject(value);
  return (model?.fields ?? [])
    .filter(({ name }) => Object.hasOwn(values, name))
    .map((field): readonly [string, string] => [
      goName(field.name),
      member(field, values[field.name], models, `${indent}\t`),
    ]);
}

function member(field: Field, value: unknown, models: Models, indent: string): string {
  const isOptional = goFieldType(field, FLORIN).startsWith(`${FLORIN}Opt[`);
  const of = field.type.kind === 'nullable' ? field.type.of : field.type;
  return isOptional
    ? optional(of, value, models, indent)
    : literal(field.type, value, models, indent);
}

/** JSON without a schema. */
function anything(value: unknown, models: Models, indent: string): string {
  if (value === null) return 'nil';
  if (typeof value !== 'object') return JSON.stringify(value);
  const of: Type = { kind: 'any' };
  const type: Type = Array.isArray(value) ? { kind: 'list', of } : { kind: 'map', of };
  return literal(type, value, models, indent);
}

function pairsOf(value: unknown, of: Type, models: Models, indent: string) {
  return Object.entries(asObject(value)).map(([name, each]): readonly [string, string] => [
    JSON.stringify(name),
    literal(of, each, models, `${indent}\t`),
  ]);
}

/** Aligns the values of adjacent one-line members. */
function aligned(pairs: readonly (readonly [name: string, value: string])[]): readonly string[] {
  return pairs.map(([name, value], index) => {
    if (value.includes('\n')) return `${name}: ${value}`;
    const before = pairs.slice(0, index).toReversed();
    const around = [...untilLong(before), ...untilLong(pairs.slice(index))];
    const columns = Math.max(...around.map(([each]) => each.length));
    return `${`${name}:`.padEnd(columns + 1)} ${value}`;
  });
}

function untilLong(pairs: readonly (readonly [name: string, value: string])[]) {
  const end = pairs.findIndex(([, value]) => value.includes('\n'));
  return end === -1 ? pairs : pairs.slice(0, end);
}

function braced(type: string, lines: readonly string[], indent: string): string {
  if (lines.length === 0) return `${type}{}`;
  return `${type}{\n${lines.map((line) => `${indent}\t${line},\n`).join('')}${indent}}`;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
