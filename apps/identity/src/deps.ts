import type { System } from '@florin/service';
import type { importJWK, JWK } from 'jose';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { Db } from './schema.ts';

/** Makes one attempt; undefined means that it failed. */
export type LoginThrottle = <Result>(
  key: Buffer,
  attempt: () => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/**
 * Resolves once no gateway answers from data older than the last revocation: each has applied it,
 * or its lease has expired.
 */
export type AwaitGateways = () => Promise<void>;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: Awaited<ReturnType<typeof importJWK>>;
}

export interface SigningKeys {
  /** The key that signs now. */
  getSigner(): Promise<SigningKey>;
  /** Public keys of all tokens that may still be valid. */
  listPublicKeys(): Promise<readonly JWK[]>;
}

/** Dependencies of operations, created once at startup. */
export interface Deps {
  readonly db: Db;
  /** Health of the service. */
  readonly system: System;
  readonly now: () => Date;
  readonly passwords: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly loginThrottle: LoginThrottle;
  readonly awaitGateways: AwaitGateways;
  /** Open sessions per user. */
  readonly sessionsMax: number;
  /** Whether users without a verified email may only read. */
  readonly requiresVerifiedEmail: boolean;
  /** Whether failed logins delay the next attempts, and mail requests are limited. */
  readonly limitsGuessing: boolean;
  /** Base URL for clients, without a trailing slash. */
  readonly publicUrl: string;
}
