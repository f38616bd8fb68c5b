import { behindLast, type Change, type Tree, withLineBefore } from '../edit.ts';
import { DEPENDENCIES, DEV_DEPENDENCIES } from './app.ts';
import { type Names, namesOf } from './names.ts';

/** A service without settings of its own, whose deployment is the model. */
const PLAIN = namesOf('console');
const COMPOSE = 'docker-compose.yml';
const BASE = 'deploy/kubernetes/base';

/** The files that list the services. */
export function around(tree: Tree, name: string): readonly Change[] {
  const names = namesOf(name);
  const edited = (path: string, edit: (text: string) => string): Change => ({
    path,
    text: edit(tree.read(path)),
  });
  return [
    edited('packages/contracts/src/services.ts', (text) => asService(text, name)),
    edited('packages/contracts/src/event-flows.ts', (text) =>
      withLineBefore(text, '} as const satisfies Partial<Record<ServiceName, r', `  ${name}: [],`),
    ),
    edited('packages/contracts/src/tags.ts', (text) =>
      behindLast(text, /(?=^ {2}\{\n {4}name: 'Operations',)/gm, tagText(names)),
    ),
    edited('pnpm-lock.yaml', (text) => withImporter(text, name)),
    edited(COMPOSE, (text) => inCompose(text, names)),
    {
      path: `${BASE}/${name}.yaml`,
      text: likePlain(tree.read(`${BASE}/${PLAIN.name}.yaml`), names),
    },
    ...[`${BASE}/kustomization.yaml`, 'deploy/kubernetes/overlays/example/kustomization.yaml'].map(
      (path) =>
        edited(path, (text) =>
          besides(text, new RegExp(`^.*\\b${PLAIN.name}\\b.*\\n`, 'gm'), names),
        ),
    ),
    edited(`${BASE}/settings.yaml`, (text) =>
      besides(text, new RegExp(`^\\n(?: {2}${PLAIN.NAME}_.*\\n)+`, 'gm'), names),
    ),
    edited('docs/README.md', (text) =>
      behindLast(
        text,
        /^\| \[`apps\/\w+`\].*\n/gm,
        `| [\`apps/${name}\`](../apps/${name}/README.md) | its purpose, in a few words |\n`,
      ),
    ),
    edited('docs/architecture.md', (text) => inArchitecture(text, name)),
  ];
}

function asService(text: string, name: string): string {
  const named = withLineBefore(text, '] as const;', `  '${name}',`);
  const calling = withLineBefore(named, '} as const satisfies Record<PeerName', `  ${name}: [],`);
  return withLineBefore(
    calling,
    '} as const satisfies Record<ServiceName',
    `  ${name}: ['/v1/${name}'],`,
  );
}

const tagText = ({ name, Name }: Names) => `  {
    name: '${Name}',
    description: 'The purpose of the service, in a sentence.',
    paths: ['/v1/${name}'],
  },
`;

/** Its packages are installed already, in the versions of another app. */
function withImporter(lock: string, name: string): string {
  const [sibling = ''] = /^ {2}apps\/mail:\n(?: {4}.*\n)+/m.exec(lock) ?? [];
  const pick = (wanted: readonly string[]) =>
    wanted.map((each) => {
      const [entry] = new RegExp(`^ {6}'?${each}'?:\\n(?: {8}.*\\n)+`, 'm').exec(sibling) ?? [];
      if (!entry) throw new Error(`apps/mail no longer needs ${each}: take another app`);
      return entry;
    });
  const importer = [
    `  apps/${name}:\n`,
    '    dependencies:\n',
    ...pick(DEPENDENCIES),
    '    devDependencies:\n',
    ...pick(DEV_DEPENDENCIES),
    '\n',
  ].join('');
  // In pnpm's order of paths.
  const next = [...lock.matchAll(/^ {2}([\w/-]+):\n(?= {4}(?:devD|d)ependencies:)/gm)].find(
    ([, path = '']) => path > `apps/${name}`,
  );
  if (!next) throw new Error('pnpm-lock.yaml has no place for it');
  return lock.slice(0, next.index) + importer + lock.slice(next.index);
}

/** The plain service's part, for this one. */
function likePlain(text: string, { name, NAME }: Names): string {
  return text.replaceAll(PLAIN.name, name).replaceAll(PLAIN.NAME, NAME);
}

/** Adds this service's part after the plain service's. */
function besides(text: string, said: RegExp, names: Names): string {
  const [, ...others] = text.split(said);
  if (others.length !== 1) throw new Error(`${said} must occur once: add ${names.name} by hand`);
  return text.replace(said, (found) => found + likePlain(found, names));
}

function inCompose(text: string, names: Names): string {
  const { name, NAME } = PLAIN;
  const containers = new RegExp(`^ {2}${name}-migrate:\\n[\\s\\S]*?(?=^ {2}gateway:)`, 'gm');
  const addresses = new RegExp(
    `^ {6}${NAME}_GRPC_ADDRESSES: .*\\n {6}${NAME}_HTTP_URLS: .*\\n`,
    'gm',
  );
  const secrets = new RegExp(
    `^ {2}${name}_database_url: .*\\n(?: {2}${name}_.*\\n(?: {4}.*\\n)*)+`,
    'gm',
  );
  return [containers, addresses, secrets].reduce(
    (before, said) => besides(before, said, names),
    text,
  );
}

function inArchitecture(text: string, name: string): string {
  return [
    [/^ {2}gateway --> (?!service\n)\w+\n/gm, `  gateway --> ${name}\n`],
    [/^ {2}.* -\.->\|events by NATS\| webhooks\n/gm, `  ${name} -.->|events by NATS| webhooks\n`],
    [/^ {2}\w+ --- \w+\[\(schema \w+\)\]\n/gm, `  ${name} --- p_${name}[(schema ${name})]\n`],
  ].reduce(
    (before, [pattern, line]) => behindLast(before, pattern as RegExp, line as string),
    text,
  );
}
