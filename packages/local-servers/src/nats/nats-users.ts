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
  const lines = users.map(({ name, password, publish, subscribe }) => {
    const permissions = `{ publish: ${only(publish)}, subscribe: ${only(subscribe)} }`;
    return `    { user: ${name}, password: ${quote(hashSync(password, COST))}, permissions: ${permissions} }`;
  });
  return ['authorization {', '  users: [', ...lines, '  ]', '}', ''].join('\n');
}

/** Without any subject that may be used the server takes all for permitted. */
function only(subjects: readonly string[]): string {
  return subjects.length === 0 ? '{ deny: ">" }' : `{ allow: ${quote(subjects)} }`;
}

/** As JSON is written, in a line. Without quotes a `$` would begin the name of a variable. */
function quote(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
