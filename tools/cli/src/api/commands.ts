import { type Command, Option } from 'commander';
import { type Io, withCommon } from '../io.ts';
import { call } from './call.ts';
import type { Group, Operation } from './operations.ts';
import type { Field, Kind } from './schema.ts';
import { bodyOf, flagOf, toValue } from './values.ts';

/** Adds every operation of the reference as a command, grouped by chapter. */
export function addApiCommands(program: Command, groups: readonly Group[], io: Io): void {
  for (const { name, description, operations } of groups) {
    const group = program.command(name).description(description);
    for (const operation of operations) addOperation(group, operation, io);
  }
}

function addOperation(group: Command, operation: Operation, io: Io): void {
  const command = group.command(operation.verb).summary(operation.summary);
  command.description(operation.description || operation.summary);
  for (const name of operation.inPath) command.argument(`<${name}>`);
  const fields = [...operation.query, ...(operation.body ?? [])];
  for (const field of fields) command.addOption(toOption(field));
  if (operation.body)
    command.option('-d, --data <json>', 'the body: JSON, @file, or @- for standard input');
  if (operation.takesKey)
    command.option('--idempotency-key <key>', 'repeated calls with the same key take effect once');
  withCommon(command, exampleOf(operation)).action(async (...given: unknown[]) => {
    const values = given.slice(0, operation.inPath.length) as string[];
    await call(io, operation, saidOf(operation, values, command.opts()));
  });
}

const SHOWN: Readonly<Record<Kind, string>> = {
  text: '<text>',
  whole: '<whole>',
  number: '<number>',
  flag: '[true|false]',
  list: '<text…>',
  map: '<name=value…>',
  json: '<json>',
};

function toOption(field: Field): Option {
  const { kind, path, values, description, isRequired } = field;
  const choices = values.length > 0 ? `one of ${values.join(', ')}` : '';
  const isOwn = isRequired && path[0] === 'account_id';
  const needed = isOwn ? 'default: your own' : isRequired ? 'required' : '';
  const text = [description, choices, needed].filter((part) => part !== '').join('; ');
  const option = new Option(`${flagOf(field)} ${SHOWN[kind]}`, text);
  // Several values need several options: a later word may be another argument.
  option.variadic = false;
  if (kind === 'list' || kind === 'map')
    option.argParser((value, before: readonly string[] = []) => [...before, value]);
  return option;
}

type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

function saidOf({ inPath, query, body }: Operation, values: readonly string[], options: Options) {
  const saidOfAll = (fields: readonly Field[]) =>
    fields.flatMap((field): (readonly [Field, unknown])[] => {
      const given = options[field.path.join('.')];
      return given === undefined ? [] : [[field, toValue(field, given)]];
    });
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  return {
    path: Object.fromEntries(inPath.map((name, at) => [name, values[at] ?? ''])),
    query: Object.fromEntries(saidOfAll(query).map(([{ path }, value]) => [path[0], value])),
    body: body && bodyOf(text('data'), saidOfAll(body)),
    idempotencyKey: text('idempotencyKey'),
    json: options.json === true,
    ...(text('profile') !== undefined && { profile: text('profile') ?? '' }),
  };
}

/** Typical options for the example of a command without required ones. */
const USUAL: readonly string[] = ['name', 'email', 'amount', 'reference', 'reason'];

function exampleOf({ group, verb, inPath, body, query }: Operation): string {
  const needed = (body ?? [])
    .filter(({ isRequired, path }) => isRequired && path[0] !== 'account_id')
    .slice(0, 4);
  const usual = (body ?? []).filter(({ path }) => USUAL.includes(path.join('.'))).slice(0, 2);
  const parts = [
    ...inPath.map((name) => `$${name.toUpperCase()}`),
    ...(needed.length > 0 ? needed : usual).map((field) => `${flagOf(field)} ${sampleOf(field)}`),
    ...(query.some(({ path }) => path[0] === 'limit') ? ['--limit 5'] : []),
  ];
  return ['florin', group, verb, ...parts].join(' ');
}

function sampleOf({ path, kind, values }: Field): string {
  const name = path.at(-1) ?? '';
  if (values[0] !== undefined) return values[0];
  if (kind === 'whole') return name.includes('amount') ? '12900' : '1';
  if (kind === 'json') return `'[…]'`;
  if (kind === 'map') return 'order=2041';
  if (name === 'currency') return 'EUR';
  if (name.endsWith('email')) return 'grace@example.com';
  if (name === 'name') return "'Grace Hopper'";
  return `$${name.toUpperCase()}`;
}

/** Accepts `--customer-email` for `customer_email`. */
export function withUnderscores(args: readonly string[], groups: readonly Group[]): string[] {
  const [group, verb] = args.filter((arg) => !arg.startsWith('-'));
  const operation = groups
    .find(({ name }) => name === group)
    ?.operations.find((it) => it.verb === verb);
  const flags = new Set([...(operation?.query ?? []), ...(operation?.body ?? [])].map(flagOf));
  return args.map((arg) => {
    const [name = '', ...rest] = arg.split('=');
    const other = `--${name.slice(2).replaceAll('-', '_')}`;
    return name.startsWith('--') && flags.has(other) ? [other, ...rest].join('=') : arg;
  });
}
