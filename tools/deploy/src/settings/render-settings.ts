import { type PeerName, serviceNames } from '@florin/contracts';
import { sharedSettings } from '@florin/service';
import { z } from 'zod';
import type { Declaration } from './read-settings.ts';

export const SETTINGS_PAGE = 'docs/operating/settings.md';

const HEAD = `# Settings

Written by \`pnpm generate\` from the \`config.ts\` of each app; manual changes are lost. These are the settings of a process
(\`node apps/ledger/src/main.ts\`, or its image). [\`npm start\`](npm-start.md) has its own.

- A missing or invalid setting stops the start with a message that names it. An empty value counts as not set.
- Any setting can be read from a file, for secrets: \`LEDGER_DATABASE_URL_FILE=/run/secrets/ledger_database_url\`. Setting both is refused.
- "Required" settings have no default. Lengths of time are in the unit at the end of the name.
`;

interface Row {
  readonly name: string;
  readonly apps: readonly PeerName[];
  readonly type: string;
  readonly fallback: string;
  readonly meaning: string;
}

interface Described {
  readonly description: string;
  readonly defaultText?: string;
}

/** The page of settings: those of every service, those that several apps read, then those of each app. */
export function renderSettings(declarations: readonly Declaration[]): string {
  const byName = Map.groupBy(declarations, ({ name, app }) => foldedName(name, app, declarations));
  const rows = [...byName].map(([name, group]) => toRow(name, group));
  const [ofServices = [], others = []] = [
    rows.filter(({ name }) => name.startsWith('<')),
    rows.filter(({ name }) => !name.startsWith('<')),
  ];
  const ofSeveral = others.filter(({ apps }) => apps.length > 1);
  const ofOne = (app: PeerName) =>
    others.filter(({ apps }) => apps.length === 1 && apps[0] === app);
  return [
    HEAD,
    '## Every service\n',
    `\`<SERVICE>\` is the name of the service in capitals, as in \`LEDGER_HTTP_PORT\`. Settings of NATS apply to the gateway, too.
A name in the column "default" is a setting for all services at once.
`,
    table(ofServices),
    '## Several apps\n',
    table(ofSeveral, true),
    ...(['gateway', ...serviceNames] as const).flatMap((app) =>
      ofOne(app).length === 0 ? [] : [`## ${app}\n`, table(ofOne(app))],
    ),
    `## OpenTelemetry

All apps read the \`OTEL_…\` variables of OpenTelemetry ([tracing](tracing.md)).
`,
  ].join('\n');
}

/** `<SERVICE>_X` for a setting that every service has under its own name. */
function foldedName(name: string, app: PeerName, all: readonly Declaration[]): string {
  const owner = [...serviceNames, 'gateway' as const].find((one) =>
    name.startsWith(`${one.toUpperCase()}_`),
  );
  if (!owner) return name;
  const own = name.slice(owner.length + 1);
  const isEverywhere = serviceNames.every((service) =>
    all.some((each) => each.name === `${service.toUpperCase()}_${own}`),
  );
  if (!isEverywhere) return name;
  const same = (each: Declaration) =>
    each.name === `${serviceNames[0].toUpperCase()}_${own}` && isSame(each, name, app, all);
  return owner === 'gateway' && !all.some(same) ? name : `<SERVICE>_${own}`;
}

/** Whether the gateway means the same by a setting as services do. */
function isSame(other: Declaration, name: string, app: PeerName, all: readonly Declaration[]) {
  const own = all.find((each) => each.name === name && each.app === app);
  return own?.production.description === other.production.description;
}

function toRow(name: string, group: readonly Declaration[]): Row {
  const [first] = group;
  const declared =
    group.find(({ production }) => describedOf(production).defaultText !== undefined) ??
    group.find(({ production }) => describedOf(production).description !== '') ??
    first;
  if (!declared) throw new Error(`${name} is declared by no app`);
  const { description, defaultText } = describedOf(declared.production);
  if (description === '')
    throw new Error(`${name} has no description: add .describe(…) to its field in ${declared.app}`);
  const shared = name.replace('<SERVICE>_', '');
  const own = defaultText ?? defaultOf(declared);
  const isShared = name.startsWith('<') && sharedSettings.includes(shared);
  return {
    name,
    apps: [...new Set(group.map(({ app }) => app))],
    type: typeOf(declared.production),
    fallback: isShared
      ? [`\`${shared}\``, own].filter((text) => !/^(required|none)$/.test(text)).join(', or ')
      : own,
    meaning: description,
  };
}

function describedOf(field: z.ZodType): Described {
  const { description = '', defaultText } = (field.meta() ?? {}) as Partial<Described>;
  return { description, ...(defaultText !== undefined && { defaultText }) };
}

function defaultOf({ production, development }: Declaration): string {
  const [usual, other] = [defaultTextOf(production), defaultTextOf(development)];
  return usual === other ? usual : `${usual}; in development ${other}`;
}

function defaultTextOf(field: z.ZodType): string {
  if (!field.safeParse(undefined).success) return 'required';
  const value = innerDefault(field);
  const text = value instanceof URL ? value.origin : value;
  return typeof text === 'string' || typeof text === 'number'
    ? text === ''
      ? 'none'
      : `\`${text}\``
    : 'none';
}

function innerDefault(field: z.ZodType): unknown {
  const {
    type,
    defaultValue,
    innerType,
    in: input,
  } = field.def as unknown as {
    readonly type: string;
    readonly defaultValue?: unknown;
    readonly innerType?: z.ZodType;
    readonly in?: z.ZodType;
  };
  if (type === 'default') return defaultValue;
  const inner = innerType ?? input;
  return inner && innerDefault(inner);
}

function typeOf(field: z.ZodType): string {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as {
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
  };
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return maximum === Number.MAX_SAFE_INTEGER ? `at least ${minimum}` : `${minimum} to ${maximum}`;
  }
  return schema.format === 'uri' ? 'URL' : schema.format === 'email' ? 'email' : 'text';
}

function table(rows: readonly Row[], namesApps = false): string {
  const head = ['setting', ...(namesApps ? ['apps'] : []), 'type', 'default', 'meaning'];
  const lines = rows.map(({ name, apps, type, fallback, meaning }) => [
    `\`${name}\``,
    ...(namesApps ? [appsText(apps)] : []),
    type,
    fallback,
    meaning.replace(/\.$/, ''),
  ]);
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

const appsText = (apps: readonly PeerName[]) =>
  apps.length > serviceNames.length ? 'all' : apps.join(', ');
