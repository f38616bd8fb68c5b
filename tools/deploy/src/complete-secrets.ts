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

/** Files of which a Florin has one or the other: of one NATS server, or of a cluster. */
const EITHER = ['nats_users', 'nats_accounts'];

/**
 * Secrets that a newer release needs besides those that are there: files, keys of pairs that did not speak before, and
 * rights of users of NATS. Passwords and keys that are there stay as they are.
 * @param fresh all secrets of a new Florin
 * @throws Error between the steps of a rotation of the users of NATS
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

/** A pair has its key in the files of both sides; a side that lacks it gets that of the other. */
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

/** Renders the users of NATS again where their rights differ; hashes of passwords always do. */
function newRights(secrets: Secrets): Secrets {
  if (isRotatingUsers(secrets))
    throw new Error('finish the rotation first: npm run rotate-secrets -- nats');
  const rendered = renderedUsers(secrets, usersOf(secrets));
  const rights = (text = '') => text.replaceAll(/password: "[^"]*"/g, '');
  return new Map(
    [...rendered].filter(([name, text]) => rights(text) !== rights(secrets.get(name))),
  );
}
