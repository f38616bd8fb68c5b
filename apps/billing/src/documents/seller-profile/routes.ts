import { type ErrorCode, sellerProfileSchema, taxProviders } from '@florin/contracts';
import {
  defineRoute,
  denied,
  emailField,
  idempotencyKeyOf,
  integerField,
  linesField,
  type Route,
  text,
  timezoneField,
} from '@florin/http-api';
import { taxRoundings } from '@florin/tax';
import { z } from 'zod';
import { mayDecide } from '../../accounts/access.ts';
import type { AccountsDeps } from '../../accounts/find.ts';
import {
  actingForField,
  getActingAccount,
  getOpenAccount,
  getReadableAccount,
  readableField,
} from '../../accounts/permissions.ts';
import { FORMAT_SHAPE, refusalOfFormat } from '../../domain/number-format.ts';
import { addressField, taxIdsField } from '../../fields/party.ts';
import { type Logo, readUpload } from '../logos/logo.ts';
import { REENCODE_TIMEOUT_MS } from '../logos/reencode.ts';
import { changeProfile, type PartiesDeps, readProfile } from './operations.ts';

const PATH = '/v1/seller_profile';
const TERMS_DAYS_MAX = 365;

type PartiesRouteDeps = PartiesDeps & AccountsDeps;

const logoField = z
  .string({ error: 'must be a PNG or JPEG as a data URL' })
  .max(100_000, 'must have at most 65536 bytes')
  .meta({ pattern: '^data:image/(png|jpeg);base64,' })
  .transform((url, context): Logo => {
    const logo = readUpload(url);
    if (typeof logo !== 'string') return logo;
    context.issues.push({ code: 'custom', input: url, message: logo });
    return z.NEVER;
  });

const formatField = z
  .string({ error: 'must be a format, for example INV-{year}-{number:5}' })
  .max(60, 'must have at most 60 characters')
  .meta({ examples: ['INV-{year}-{number:5}'], pattern: FORMAT_SHAPE.source })
  .refine((format) => refusalOfFormat(format) === undefined, {
    error: ({ input }) => refusalOfFormat(String(input)) ?? 'must be a format',
  });

export function sellerProfileRoutes(deps: PartiesRouteDeps): readonly Route[] {
  return [getRoute(deps), changeRoute(deps)];
}

function getRoute(deps: PartiesRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'getSellerProfile',
    summary: 'Retrieve the seller profile',
    description:
      'Returns how the account appears on documents as a seller, and its tax rules. Without a profile: the name of the account, and no tax.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({ account_id: readableField }),
    replies: { 200: sellerProfileSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ query, caller, requestId }) {
      const account = await getReadableAccount(deps, caller, query.account_id, requestId);
      return { status: 200, body: await readProfile(deps, account) };
    },
  });
}

function changeRoute(deps: PartiesRouteDeps) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'unauthorized',
    'forbidden',
    'not_found',
  ];
  return defineRoute({
    method: 'PATCH',
    path: PATH,
    operationId: 'updateSellerProfile',
    summary: 'Update the seller profile',
    description:
      'For owners, account admins, API keys and administrators. Omitted fields stay, null removes a value. Changes apply to new drafts; issued documents never change. An address is required to charge tax.',
    token: 'session_or_key',
    keyScope: 'settings:write',
    takesIdempotencyKey: true,
    timeoutMs: REENCODE_TIMEOUT_MS,
    body: z
      .object({
        legal_name: text(200).nullish().describe('Name on documents.'),
        address: addressField
          .nullish()
          .describe(
            'Address of the seller: its country decides which tax applies. Required to charge tax.',
          ),
        tax_ids: taxIdsField.optional(),
        email: emailField.nullish().meta({
          description: 'Contact email for customers (RFC 5321).',
          examples: ['billing@shop.example'],
        }),
        phone: text(40)
          .nullish()
          .meta({
            description: 'Contact phone number for customers.',
            examples: ['+41 44 555 01 23'],
          }),
        logo: logoField
          .nullish()
          .describe(
            'Logo on documents: a PNG or JPEG of at most 65536 bytes and 2000 × 2000 pixels, as a data URL (RFC 2397). It is re-encoded and scaled down to 900 × 280 pixels.',
          ),
        color: z
          .string({ error: 'must be a color, for example #0a5c36' })
          .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color, for example #0a5c36')
          .nullish()
          .meta({ description: 'Color of headings and buttons.', examples: ['#0a5c36'] }),
        footer: linesField(1_000).nullish().describe('Footer of documents, as plain text.'),
        invoice_number_format: formatField.nullish().meta({
          description:
            'Format of invoice numbers: `{number}` is the number, `{number:5}` pads it to five digits, `{year}` is the year and restarts numbering each year.',
          examples: ['INV-{year}-{number:5}'],
        }),
        credit_note_number_format: formatField.optional().meta({
          description: 'Format of credit note numbers, with the same placeholders.',
          examples: ['CN-{number}'],
        }),
        payment_terms_days: integerField(0, TERMS_DAYS_MAX)
          .optional()
          .describe('Default payment term of one-off invoices in days: 0 to 365. Default: 14.'),
        timezone: timezoneField.optional(),
        charges_tax: z
          .boolean({ error: 'must be true or false' })
          .optional()
          .describe('Whether invoices have tax, at the rates of the place of each sale.'),
        uses_oss: z
          .boolean({ error: 'must be true or false' })
          .optional()
          .describe(
            'Whether sales to consumers in other EU countries have the tax of those countries (One Stop Shop).',
          ),
        prices_include_tax: z
          .boolean({ error: 'must be true or false' })
          .optional()
          .describe('Whether prices include tax, unless a plan or a line overrides it.'),
        tax_rounding: z
          .enum(taxRoundings)
          .optional()
          .describe('Where tax is rounded: on each `line`, or once for each rate (`invoice`).'),
        tax_provider: z
          .enum(taxProviders, { error: 'must be florin or stripe_tax' })
          .optional()
          .describe(
            "Source of tax rates: `florin` uses its tables and the account's own rates, `stripe_tax` uses Stripe Tax, which needs an address of the account and an operator key for its mode (test or live).",
          ),
        mail_invoices: z
          .boolean({ error: 'must be true or false' })
          .optional()
          .describe(
            'Whether customers get a PDF of the invoice of each charge, and of each credit note, by mail. Default: false.',
          ),
        account_id: actingForField,
      })
      .meta({ id: 'SellerProfileUpdate', description: 'Changes to the seller profile.' }),
    isBodyOptional: true,
    replies: { 200: sellerProfileSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      if (!mayDecide(caller)) throw denied({ errors }, 'only an owner or an admin can change it');
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const account = await getOpenAccount(deps, accountId, requestId);
      const change = {
        legalName: body.legal_name,
        address: body.address,
        taxIds: body.tax_ids,
        email: body.email,
        phone: body.phone,
        logo: body.logo,
        color: body.color,
        footer: body.footer,
        invoiceNumberFormat: body.invoice_number_format,
        creditNoteNumberFormat: body.credit_note_number_format,
        paymentTermsDays: body.payment_terms_days,
        timezone: body.timezone,
        chargesTax: body.charges_tax,
        usesOss: body.uses_oss,
        pricesIncludeTax: body.prices_include_tax,
        taxRounding: body.tax_rounding,
        taxProvider: body.tax_provider,
        mailsInvoices: body.mail_invoices,
      };
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const key = idempotencyKeyOf(`PATCH ${PATH}`, request, body);
      return changeProfile(deps, account, Object.fromEntries(given), key);
    },
  });
}
