import { disputeSchema, disputeStatuses, type ErrorCode, newId } from '@florin/contracts';
import type { SagaRunner } from '@florin/database';
import {
  accountFields,
  amountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idempotencyKeyOf,
  idParams,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { toResource } from '../domain/dispute.ts';
import type { Db } from '../schema.ts';
import { type Answering, findToAnswer, getDispute, listDisputes } from './operations.ts';

export interface DisputeRouteDeps {
  readonly db: Db;
  readonly answers: Pick<SagaRunner<Answering>, 'begin'>;
}

/** Timeout that includes a call to a processor. */
const ANSWER_TIMEOUT_MS = 12_000;
/** Maximum length of evidence, in characters. */
const TEXT_LENGTH_MAX = 20_000;
const LINE_LENGTH_MAX = 500;

const read = { token: 'session_or_key', scope: 'payments:read' } as const;
const readErrors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found'];
const line = z.string().min(1).max(LINE_LENGTH_MAX).nullish();

export function disputeRoutes(deps: DisputeRouteDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps), evidenceRoute(deps)];
}

const listRoute = ({ db }: DisputeRouteDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: '/v1/disputes',
    operationId: 'listDisputes',
    onlyReads: true,
    summary: 'List disputes',
    description:
      "Disputes of the token's account, newest first. Administrators and the role `platform` see all accounts; `account_id` selects one.",
    query: z
      .object({
        ...cursorFields('dispute'),
        payment_id: filterField('paymentRequest'),
        status: z.enum(disputeStatuses).optional().describe('Filter by status.'),
        ...amountFields,
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(disputeSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { payment_id: paymentId, status } = query;
      const page =
        paymentId === null
          ? { items: [], hasMore: false }
          : await listDisputes(db, caller, {
              accountId: query.account_id,
              paymentId,
              status,
              ...pageOf(query),
            });
      return { status: 200, body: listBody(page, toResource) };
    },
  });

const getRoute = ({ db }: DisputeRouteDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: '/v1/disputes/{dispute_id}',
    operationId: 'getDispute',
    onlyReads: true,
    summary: 'Retrieve a dispute',
    description: 'A dispute with the withheld amount and the deadline for evidence.',
    params: idParams({ dispute_id: 'dispute' }),
    replies: { 200: disputeSchema },
    errors: readErrors,
    handle: async ({ params, caller }) => ({
      status: 200,
      body: toResource(await getDispute(db, caller, params.dispute_id)),
    }),
  });

const evidenceRoute = ({ db, answers }: DisputeRouteDeps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/disputes/{dispute_id}/evidence',
    operationId: 'submitDisputeEvidence',
    summary: 'Submit evidence for a dispute',
    description:
      "Sends evidence to the payer's bank through the processor. The bank decides later, which `dispute.won` or `dispute.lost` reports. Evidence can be sent once: `409` afterwards, and if the dispute accepts none.",
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    timeoutMs: ANSWER_TIMEOUT_MS,
    params: idParams({ dispute_id: 'dispute' }),
    body: z
      .object({
        text: z
          .string()
          .min(1)
          .max(TEXT_LENGTH_MAX)
          .describe('Statement for the bank: up to 20000 characters.'),
        customer_name: line.describe('Name of the customer, as they gave it.'),
        customer_email: emailField
          .nullish()
          .meta({ description: 'Email address of the customer, as they gave it.' }),
        service_date: z.iso
          .date()
          .nullish()
          .meta({
            description: 'Day of delivery or service (ISO 8601).',
            examples: ['2026-01-31'],
          }),
        tracking_number: line.describe('Tracking number of the carrier.'),
      })
      .meta({ id: 'DisputeEvidence', description: 'Evidence for a dispute.' }),
    replies: { 200: disputeSchema },
    errors: [...readErrors, 'invalid_request', 'conflict'],
    async handle(request) {
      const { params, body, caller, requestId } = request;
      const dispute = await findToAnswer(db, caller, params.dispute_id);
      const key = idempotencyKeyOf('POST /v1/disputes/{dispute_id}/evidence', request, [
        dispute.id,
        body,
      ]);
      const evidence = {
        text: body.text,
        customerName: body.customer_name ?? null,
        customerEmail: body.customer_email ?? null,
        serviceDate: body.service_date ?? null,
        trackingNumber: body.tracking_number ?? null,
      };
      const cause = { requestId, idempotencyKey: key?.key ?? null };
      return answers.begin({ ...cause, id: newId(), disputeId: dispute.id, evidence }, key);
    },
  });
