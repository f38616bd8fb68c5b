import type { Role, Scope, TeamRole, Uuid } from '@florin/contracts';
import type { IdempotencyTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { AccountStatus } from './accounts/model.ts';
import type { Purpose } from './email-confirmations/model.ts';
import type { OwnerRole } from './emails/decide.ts';
import type { RevocationKind } from './revocations/model.ts';
import type { UserStatus } from './users/model.ts';

export interface IdentityTables extends OutboxTables, LeaseTables, IdempotencyTables {
  /** One row: the number of the last revocation. */
  revision: { is_only: Generated<boolean>; revision: bigint };
  revocations: {
    revision: bigint;
    kind: RevocationKind;
    subject: Uuid;
    /** A session of the subject that it is not about. */
    except_session: Uuid | null;
    /** Nothing that it refuses is accepted after this anyway. */
    expires_at: Date;
  };
  /** Gateways that may answer from their caches, until they have ended or were waited for in vain. */
  gateway_leases: {
    gateway_id: Uuid;
    /** The revision up to which it has applied revocations. */
    acknowledged: bigint;
    /** Goes up with each renewal, and so tells apart the leases of one gateway. */
    renewals: bigint;
    renewed_at: Date;
  };
  signing_keys: {
    kid: string;
    /** JWK (RFC 8037) as JSON text. */
    private_jwk: string;
    created_at: Date;
    /** Later than its creation, so that everybody knows it before it signs. */
    signs_from: Date;
    /** Null while it may still sign. */
    published_until: Date | null;
  };
  /** What identity must know of an account; accounts itself belong to another service. */
  accounts: { id: Uuid; status: AccountStatus };
  users: {
    id: Uuid;
    /** Canonical; of a closed account's users none any more, but unique. */
    email: string;
    /** What it was before their account was closed. */
    former_email: string | null;
    username: string | null;
    name: string | null;
    password_hash: string;
    /** When they have shown that they read mail at it; null while nobody has. */
    email_verified_at: Date | null;
    /** Of users of before, and of those whom an older version makes: nobody has asked them. */
    is_email_assumed: boolean;
    status: UserStatus;
    account_id: Uuid | null;
    role: Role | null;
    /** Account that made the login; null once its person has chosen a password by mail. */
    created_by: Generated<Uuid | null>;
    /** False while the password is the one that the account chose. */
    has_own_password: Generated<boolean>;
    version: bigint;
    created_at: Date;
    updated_at: Date;
  };
  /** Users whose personal data was erased. */
  anonymized_users: { user_id: Uuid; account_id: Uuid | null; anonymized_at: Date };
  /** The name space of emails: who holds which canonical address. */
  emails: {
    email: string;
    /** Also the email confirmation that may give it back to whoever had it, for as long as that is reserved. */
    account_id: Uuid | null;
    user_id: Uuid | null;
    /** When the account's reservation expires; null once it is confirmed. */
    reserved_until: Date | null;
  };
  /** The owner of an account that is being opened: not a user yet, who is neither shown nor logs in. */
  owner_reservations: {
    account_id: Uuid;
    email: string;
    user_id: Uuid;
    name: string | null;
    password_hash: string;
    role: OwnerRole;
    creator_user_id: Uuid | null;
  };
  /** The accounts that people belong to besides the one that stands at the user. */
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
    /** Canonical. */
    email: string;
    role: TeamRole;
    /** Null once that user is gone, and for invitations by an API key. */
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
    /** What an authenticator counts from (RFC 6238). */
    secret: Buffer;
    /** Of the last code that was right: none is taken twice. */
    last_step: bigint;
    /** Codes that were wrong one after the other, and since when. */
    wrong_codes: number;
    wrong_since: Date | null;
    created_at: Date;
    /** Null until a first code has shown that the authenticator has it. */
    confirmed_at: Date | null;
  };
  recovery_codes: {
    user_id: Uuid;
    /** SHA-256. */
    hash: Buffer;
    used_at: Date | null;
    /** When a used code was first tried again. */
    replayed_at: Generated<Date | null>;
  };
  /** What an account asks of its people; without a row what a new one does. */
  account_policies: {
    account_id: Uuid;
    /** Minor units; null while nobody may who only supports. */
    support_refund_max: bigint | null;
    /** Minor units; null for any amount. */
    stale_refund_max: bigint | null;
    requires_second_factor: boolean;
    version: bigint;
    updated_at: Date;
  };
  /** What somebody is asked by mail to confirm, or may. */
  email_confirmations: {
    id: Uuid;
    /** Those of one cause count together. */
    cause_id: Uuid;
    purpose: Purpose;
    user_id: Uuid;
    /** Where its link goes. */
    email: string;
    /** What the login is to be, where that is to change. */
    new_email: string | null;
    /** Of whoever asked (BCP 47), where they said so. */
    language: string | null;
    /** Codes that were wrong. */
    code_tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Each logs somebody in once. */
  login_links: { hash: Buffer; user_id: Uuid; expires_at: Date };
  email_confirmation_secrets: {
    /** SHA-256 of what a link carries, or of a code and what it is for. */
    hash: Buffer;
    confirmation_id: Uuid;
  };
  /** Whoever asks is answered before anybody has looked whether there is such a user. */
  password_reset_requests: {
    id: Uuid;
    /** Canonical. */
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
    /** Some minutes behind. */
    last_used_at: Date | null;
    /** User who made it; null for keys from before this was recorded. */
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
    /** Chosen at login; null for the one that stands at the user. */
    account_id: Generated<Uuid | null>;
    /** As the client of the login calls itself; null of before, and where it does not. */
    user_agent: Generated<string | null>;
    /** From where they have logged in, no finer than an operator gives to one customer. */
    network: Generated<string | null>;
    /** When its user last showed their second factor in it. */
    proved_at: Generated<Date | null>;
    created_at: Date;
    /** No refresh reaches beyond it. */
    expires_at: Date;
    ended_at: Date | null;
    version: bigint;
  };
  failed_logins: {
    /** SHA-256 of identifier and address. */
    pair: Buffer;
    failures: number;
    last_at: Date;
  };
  refresh_tokens: {
    /** SHA-256 of the token. */
    hash: Buffer;
    session_id: Uuid;
    /** 1 for the one that login gave, then one more each time. */
    generation: number;
    expires_at: Date;
    used_at: Date | null;
  };
}

export type Db = Kysely<IdentityTables>;
export type Tx = Transaction<IdentityTables>;
