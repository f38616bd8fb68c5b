import type { System } from '@florin/service';
import type { LoginThrottle } from './login/throttle.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { AwaitGateways } from './revocations/await-gateways.ts';
import type { Db } from './schema.ts';
import type { SigningKeys } from './signing-keys/signing-keys.ts';

/** What operations work with; made once, when the service starts. */
export interface Deps {
  readonly db: Db;
  /** How the service is. */
  readonly system: System;
  readonly now: () => Date;
  readonly passwords: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly loginThrottle: LoginThrottle;
  readonly awaitGateways: AwaitGateways;
  /** Open sessions of one user. */
  readonly sessionsMax: number;
  /** Whether whoever has not verified their email may only read. */
  readonly requiresVerifiedEmail: boolean;
  /** Whether failed logins make the next ones wait, and requests for mail too. */
  readonly limitsGuessing: boolean;
  /** Where clients reach Florin, without a slash at its end. */
  readonly publicUrl: string;
}
