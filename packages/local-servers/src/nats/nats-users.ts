import { hashSync } from 'bcryptjs';

/** A user of a NATS server, and the subjects of which it may use what. */
export interface NatsUser {
  readonly name: string;
  /** Random, so that a cheap hash of it tells as little as a dear one. */
  readonly password: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const COST = 4;

/** The part of a server's configuration that lets these users in, and nobody else. */
export function renderNatsUsers(users: readonly NatsUser[]): string {
  return ['authorization {', '  users: [', ...users.map(toLine), '  ]', '}', ''].join('\n');
}

/**
 * The same of a cluster: an account that has the streams, and beside it the one that operates the
 * servers, whose users see no event. The first user belongs to both, under two names.
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

/** Without any subject that may be used the server takes all for permitted. */
function only(subjects: readonly string[]): string {
  return subjects.length === 0 ? '{ deny: ">" }' : `{ allow: ${quote(subjects)} }`;
}

/** As JSON is written, in a line. Without quotes a `$` would begin the name of a variable. */
function quote(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
