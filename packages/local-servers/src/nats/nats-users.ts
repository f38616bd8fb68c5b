import { hashSync } from 'bcryptjs';

/** A NATS user and its subjects. */
export interface NatsUser {
  readonly name: string;
  /** Random, so that a fast hash is as safe as a slow one. */
  readonly password: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const COST = 4;

/** Configuration that admits these users and no others. */
export function renderNatsUsers(users: readonly NatsUser[]): string {
  return ['authorization {', '  users: [', ...users.map(toLine), '  ]', '}', ''].join('\n');
}

/**
 * The same for a cluster: one account with the streams and one that operates the servers, without
 * access to events. The first user belongs to both, under two names.
 */
export function renderNatsAccounts(users: readonly NatsUser[]): string {
  const [admin, ...others] = users;
  const operators = admin ? [{ ...admin, name: `${admin.name}-servers` }] : [];
  const account = (name: string, settings: readonly string[], members: readonly NatsUser[]) => [
    `  ${name} {`,
    ...settings.map((setting) => `    ${setting}`),
    '    users: [',
    ...members.map(toLine),
    '    ]',
    '  }',
  ];
  return [
    'accounts {',
    ...account('FLORIN', ['jetstream: enabled'], admin ? [admin, ...others] : others),
    ...account('SYS', [], operators),
    '}',
    'system_account: SYS',
    '',
  ].join('\n');
}

function toLine({ name, password, publish, subscribe }: NatsUser): string {
  const permissions = `{ publish: ${only(publish)}, subscribe: ${only(subscribe)} }`;
  return `    { user: ${name}, password: ${quote(hashSync(password, COST))}, permissions: ${permissions} }`;
}

/** Without any subject, the server would allow all of them. */
function only(subjects: readonly string[]): string {
  return subjects.length === 0 ? '{ deny: ">" }' : `{ allow: ${quote(subjects)} }`;
}

/** JSON quoting. An unquoted `$` would start the name of a variable. */
function quote(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
