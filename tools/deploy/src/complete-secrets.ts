import {
  isRotatingUsers,
  ownerOf,
  type Ring,
  renderedUsers,
  ringsOf,
  type Secrets,
  textsOf,
  usersOf,
} from './secrets-model.ts';

/** Files for one NATS server, or for a cluster: a Florin has either. */
const EITHER = ['nats_users', 'nats_accounts'];

/**
 * Secrets that a newer release adds: files, keys of new pairs, and rights of NATS users. Existing
 * passwords and keys stay, see docs/operating/secrets.md.
 * @param fresh all secrets of a new Florin
 * @throws Error during a rotation of the NATS users
 */
export function completeSecrets(present: Secrets, fresh: Secrets): Secrets {
  const missing = [...fresh].filter(
    ([name]) => !present.has(name) && !isKeys(name) && !isRendered(name, present),
  );
  const withFiles = new Map([...present, ...missing]);
  return new Map([...missing, ...missingKeys(present, fresh), ...newRights(withFiles)]);
}

const isKeys = (name: string) => /_(accept|call)_keys$/.test(name);
const isRendered = (name: string, present: Secrets) =>
  EITHER.includes(name) && EITHER.some((each) => present.has(each));

/** A pair has its key in the files of both sides; a side without it gets the other side's. */
function missingKeys(present: Secrets, fresh: Secrets): Secrets {
  const accepting = [...ringsOf(present, 'accept_keys')];
  const calling = [...ringsOf(present, 'call_keys')];
  const changed = new Set<string>();
  const add = (rings: Ring[], ring: Ring): void => {
    rings.push(ring);
    changed.add(ring.file);
  };
  for (const made of ringsOf(fresh, 'call_keys')) {
    const [caller, callee] = [ownerOf(made.file), made.peer];
    const file = `${callee}_accept_keys`;
    const accepted = accepting.find((ring) => ring.file === file && ring.peer === caller);
    const called = calling.find((ring) => ring.file === made.file && ring.peer === callee);
    const keys = called?.keys ?? accepted?.keys.slice(-1) ?? made.keys;
    if (!called) add(calling, { ...made, keys });
    if (!accepted) add(accepting, { file, peer: caller, keys });
  }
  const texts = textsOf([...accepting, ...calling]);
  return new Map([...texts].filter(([file]) => changed.has(file)));
}

/** Renders the NATS users again if their rights differ; password hashes always do. */
function newRights(secrets: Secrets): Secrets {
  if (isRotatingUsers(secrets))
    throw new Error('finish the rotation first: npm run rotate-secrets -- nats');
  const rendered = renderedUsers(secrets, usersOf(secrets));
  const rights = (text = '') => text.replaceAll(/password: "[^"]*"/g, '');
  return new Map(
    [...rendered].filter(([name, text]) => rights(text) !== rights(secrets.get(name))),
  );
}
