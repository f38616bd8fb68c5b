import type { System } from '@florin/service';
import type { LoginThrottle } from './login/throttle.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { AwaitGateways } from './revocations/await-gateways.ts';
import type { Db } from './schema.ts';
import type { SigningKeys } from './signing-keys/signing-keys.ts';

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
