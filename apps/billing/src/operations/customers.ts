import {
  AppError,
  type Caller,
  type CustomerResource,
  METADATA_BYTES_MAX,
  METADATA_KEYS_MAX,
  type Reply,
  refuse,
  type Uuid,
} from '@florin/contracts';
import {
  addToOutbox,
  hashRequest,
  type IdempotencyKey,
  isUniqueViolation,
  runOnce,
} from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Cause } from '../domain/public-events.ts';
import { findCredits } from '../store/credits.ts';
import {
  type Customer,
  type CustomerFields,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from '../store/customers.ts';
import type { BillingTables } from '../store/schema.ts';
import { toCustomerResource } from './customer-resource.ts';
import { getVisibleCustomer } from './find-visible.ts';
import { customerCreated, customerUpdated } from './tell-customer.ts';

const TAKEN = 'the account has another customer with this external_id: use that one';

/** The customers of accounts. */
export function makeCustomers(db: Kysely<BillingTables>) {
  const get = (caller: Caller, reference: string): Promise<Customer> =>
    getVisibleCustomer(db, caller, reference);

  return {
    get,

    /** As clients see it. */
    async show(caller: Caller, reference: string): Promise<CustomerResource> {
      const customer = await get(caller, reference);
      const credits = await findCredits(db, [customer.id]);
      return toCustomerResource(customer, credits.get(customer.id));
    },

    create(
      accountId: Uuid,
      fields: CustomerFields,
      key: IdempotencyKey | undefined,
      cause: Cause,
    ): Promise<Reply> {
      return runOnce(db, key, async (tx) => {
        const customer = await insertCustomer(tx, accountId, fields);
        if (!customer) return refuse('conflict', TAKEN);
        await addToOutbox(tx, [customerCreated(customer, cause)]);
        return { status: 201, body: toCustomerResource(customer, undefined) };
      });
    },

    /** Changes what is given; metadata merges by key, where null deletes one. */
    update(
      id: Uuid,
      change: CustomerChange,
      key: IdempotencyKey | undefined,
      cause: Cause,
    ): Promise<Reply> {
      return runOnce(db, key, async (tx) => {
        const customer = await lockCustomer(tx, id);
        if (!customer) throw notFound('customer');
        const credit = (await findCredits(tx, [id])).get(id);
        const fields = applyChange(customer, change);
        if (hashRequest(fields) === hashRequest(fieldsOf(customer)))
          return { status: 200, body: toCustomerResource(customer, credit) };
        const changed = await updateCustomer(tx, id, fields).catch((error: unknown) => {
          const isTaken = isUniqueViolation(error, 'customers_account_id_external_id_key');
          throw isTaken ? new AppError('conflict', TAKEN) : error;
        });
        await addToOutbox(tx, [customerUpdated(customer, changed, credit, cause)]);
        return { status: 200, body: toCustomerResource(changed, credit) };
      });
    },
  };
}

export type Customers = ReturnType<typeof makeCustomers>;

export interface CustomerChange {
  readonly externalId: string | null | undefined;
  readonly email: string | null | undefined;
  readonly name: string | null | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | null | undefined;
}

function applyChange(before: CustomerFields, change: CustomerChange): CustomerFields {
  const { externalId, email, name, metadata } = change;
  return {
    externalId: externalId === undefined ? before.externalId : externalId,
    email: email === undefined ? before.email : email,
    name: name === undefined ? before.name : name,
    metadata: metadata === undefined ? before.metadata : merge(before.metadata, metadata),
  };
}

function fieldsOf({ externalId, email, name, metadata }: Customer): CustomerFields {
  return { externalId, email, name, metadata };
}

/** @throws AppError invalid_request when both together are more than metadata may be. */
function merge(
  before: CustomerFields['metadata'],
  change: CustomerFields['metadata'] | null,
): CustomerFields['metadata'] {
  if (change === null) return {};
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
  const metadata = Object.fromEntries(merged);
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (merged.length > METADATA_KEYS_MAX || bytes > METADATA_BYTES_MAX)
    throw new AppError(
      'invalid_request',
      `metadata: together with what is there it may have at most ${METADATA_KEYS_MAX} keys and ${METADATA_BYTES_MAX} bytes`,
    );
  return metadata;
}
