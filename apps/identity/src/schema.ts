import type { Role, Scope, TeamRole, Uuid } from '@florin/contracts';
import type { IdempotencyTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { AccountStatus } from './domain/account.ts';
import type { Purpose } from './domain/confirmation.ts';
import type { OwnerRole } from './domain/email-holders.ts';
import type { RevocationKind } from './domain/revocation.ts';
import type { UserStatus } from './domain/user.ts';

export interface IdentityTables extends OutboxTables, LeaseTables, IdempotencyTables {
  /** One row: the revision of the last revocation. */
  revision: { is_only: Generated<boolean>; revision: bigint };
  revocations: {
    revision: bigint;
    kind: RevocationKind;
    subject: Uuid;
    /** A session of the subject that stays valid. */
    except_session: Uuid | null;
    /** Everything that it refuses has expired by then. */
    expires_at: Date;
  };
  /** Gateways that may answer from their caches, until they end or their lease expires. */
  gateway_leases: {
    gateway_id: Uuid;
    /** Last revision that the gateway has applied. */
    acknowledged: bigint;
    /** Counts renewals, which distinguishes the leases of one gateway. */
    renewals: bigint;
    renewed_at: Date;
  };
  signing_keys: {
    kid: string;
    /** JWK (RFC 8037) as JSON text. */
    private_jwk: string;
    created_at: Date;
    /** Later than its creation, so that every gateway knows the key before it signs. */
    signs_from: Date;
    /** Null while it may still sign. */
    published_until: Date | null;
  };
  /** Identity's own view of accounts, which belong to the accounts service. */
  accounts: { id: Uuid; status: AccountStatus };
  users: {
    id: Uuid;
    /** Canonical; a unique placeholder for users of a closed account. */
    email: string;
    /** The email before the account was closed. */
    former_email: string | null;
    username: string | null;
    name: string | null;
    password_hash: string;
    /** Time of verification; null while unverified. */
    email_verified_at: Date | null;
    /**
     * True for users created before verification existed, or by an older version: counted as
     * verified.
     */
    is_email_assumed: boolean;
    status: UserStatus;
    account_id: Uuid | null;
    role: Role | null;
    /** Account that created the login; null once its user has chosen a password by mail. */
    created_by: Generated<Uuid | null>;
    /** False while the password is the one chosen by the account. */
    has_own_password: Generated<boolean>;
    version: bigint;
    created_at: Date;
    updated_at: Date;
  };
  /** Users whose personal data was erased. */
  anonymized_users: { user_id: Uuid; account_id: Uuid | null; anonymized_at: Date };
  /** The namespace of emails: the holders of each canonical address. */
  emails: {
    email: string;
    /** Also the id of an email confirmation that may restore the address to its former user. */
    account_id: Uuid | null;
    user_id: Uuid | null;
    /** When the account's reservation expires; null once confirmed. */
    reserved_until: Date | null;
  };
  /**
   * Future owner of an account that is being opened. Not a user yet: cannot be listed or log in.
   */
  owner_reservations: {
    account_id: Uuid;
    email: string;
    user_id: Uuid;
    name: string | null;
    password_hash: string;
    role: OwnerRole;
    creator_user_id: Uuid | null;
  };
  /** Accounts of users beyond the one stored with the user. */
  memberships: {
    id: Uuid;
    user_id: Uuid;
    account_id: Uuid;
    role: TeamRole;
    version: bigint;
    created_at: Date;
    updated_at: Date;
  };
  invitations: {
    id: Uuid;
    account_id: Uuid;
    /** In canonical form. */
    email: string;
    role: TeamRole;
    /** Null once that user is deleted, and for invitations by an API key. */
    invited_by: Uuid | null;
    invited_by_key: Uuid | null;
    created_at: Date;
    expires_at: Date;
    accepted_at: Date | null;
    revoked_at: Date | null;
    version: bigint;
  };
  second_factors: {
    user_id: Uuid;
    id: Uuid;
    /** TOTP secret (RFC 6238). */
    secret: Buffer;
    /** Time step of the last accepted code; a step is accepted once. */
    last_step: bigint;
    /** Consecutive wrong codes, and the time of the first. */
    wrong_codes: number;
    wrong_since: Date | null;
    created_at: Date;
    /** Null until a first correct code confirms the authenticator. */
    confirmed_at: Date | null;
  };
  recovery_codes: {
    user_id: Uuid;
    /** SHA-256. */
    hash: Buffer;
    used_at: Date | null;
    /** First time that a used code was presented again. */
    replayed_at: Generated<Date | null>;
  };
  /** Security policy of an account; without a row the defaults apply. */
  account_policies: {
    account_id: Uuid;
    /** Minor units; null while the role `support` may not refund. */
    support_refund_max: bigint | null;
    /** Minor units; null for any amount. */
    stale_refund_max: bigint | null;
    requires_second_factor: boolean;
    version: bigint;
    updated_at: Date;
  };
  /** Confirmations requested by mail. */
  email_confirmations: {
    id: Uuid;
    /** Confirmations of one cause belong together. */
    cause_id: Uuid;
    purpose: Purpose;
    user_id: Uuid;
    /** Recipient of the mail. */
    email: string;
    /** The new email, for an email change. */
    new_email: string | null;
    /** Language of the requester (BCP 47), if given. */
    language: string | null;
    /** Number of wrong codes. */
    code_tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** One-time login links. */
  login_links: { hash: Buffer; user_id: Uuid; expires_at: Date };
  email_confirmation_secrets: {
    /** SHA-256 of a link's token, or of a code with its confirmation id. */
    hash: Buffer;
    confirmation_id: Uuid;
  };
  /** Requests are answered before the user is looked up. */
  password_reset_requests: {
    id: Uuid;
    /** In canonical form. */
    email: string;
    /** SHA-256. */
    network: Buffer;
    language: string | null;
    request_id: string;
    requested_at: Date;
    answered_at: Date | null;
  };
  api_keys: {
    id: Uuid;
    account_id: Uuid;
    name: string;
    prefix: string;
    scopes: Scope[];
    created_at: Date;
    expires_at: Date | null;
    /** A few minutes behind. */
    last_used_at: Date | null;
    /** User who created it; null for keys created before this field existed. */
    created_by: Generated<Uuid | null>;
    version: bigint;
  };
  api_key_secrets: {
    /** SHA-256 of the secret. */
    hash: Buffer;
    key_id: Uuid;
    /** Null on the newest secret of a key. */
    ends_at: Date | null;
  };
  sessions: {
    id: Uuid;
    user_id: Uuid;
    /** Account chosen at login; null for the user's first account. */
    account_id: Generated<Uuid | null>;
    /** User-Agent at login; null if not sent, or for sessions created before this field existed. */
    user_agent: Generated<string | null>;
    /** Client network at login, no finer than the range an operator assigns to one customer. */
    network: Generated<string | null>;
    /** Last proof of the second factor in this session. */
    proved_at: Generated<Date | null>;
    created_at: Date;
    /** Refreshing never extends a session beyond this. */
    expires_at: Date;
    ended_at: Date | null;
    version: bigint;
  };
  failed_logins: {
    /** SHA-256 of identifier and client network. */
    pair: Buffer;
    failures: number;
    last_at: Date;
  };
  refresh_tokens: {
    /** SHA-256 of the token. */
    hash: Buffer;
    session_id: Uuid;
    /** 1 for the token from the login, then counting up. */
    generation: number;
    expires_at: Date;
    used_at: Date | null;
  };
}

export type Db = Kysely<IdentityTables>;
export type Tx = Transaction<IdentityTables>;
