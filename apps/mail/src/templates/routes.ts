import {
  AppError,
  type Caller,
  type ErrorCode,
  isLive,
  isOwnerOrAccountAdmin,
  mailPreviewSchema,
  mailTemplateSchema,
  type TemplateKind,
  type TemplateLanguage,
  templateKinds,
  templateLanguages,
  type Uuid,
} from '@florin/contracts';
import { runOnce } from '@florin/database';
import {
  defineRoute,
  denied,
  idempotencyKeyOf,
  linesField,
  notFound,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import type { Peers } from '../clients.ts';
import { messageTexts } from '../messages/languages.ts';
import { sampleFacts } from '../messages/sample.ts';
import { writeMessage } from '../messages/write.ts';
import type { Db } from '../schema.ts';
import { findTemplate, listTemplates, saveTemplate } from './queries.ts';
import { OURS, refusalOf, type Template, toTemplateResource, withTemplate } from './words.ts';

export interface TemplateDeps {
  readonly db: Db;
  readonly findAccount: Peers['findAccount'];
  readonly findLogo: Peers['findLogo'];
  /** Base URL for clients, without a trailing slash. */
  readonly publicUrl: string;
}

const PATH = '/v1/mail_templates';
const ONE = `${PATH}/{kind}`;
const SUBJECT_MAX = 150;
const BODY_MAX = 2_000;
const errors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'];

const kindField = z
  .enum(templateKinds, { error: 'must be a type of customer mail' })
  .describe('Filter by type.');
const languageField = z
  .enum(templateLanguages, {
    error: `must be one of ${templateLanguages.join(', ')}`,
  })
  .describe('Language of the texts (ISO 639-1).');
const params = z.object({
  kind: z
    .string()
    .max(40)
    .meta({ description: 'Type of the mail.', examples: ['invoice'] }),
});
const words = {
  language: languageField,
  subject: text(SUBJECT_MAX)
    .nullish()
    .meta({
      description: "Subject: at most 150 characters; null for Florin's default.",
      examples: ['Your invoice {invoice} from {account}'],
    }),
  body: linesField(BODY_MAX)
    .nullish()
    .describe(
      "Body as plain text, at most 2000 characters. An empty line starts a paragraph. Null for Florin's default.",
    ),
};
const wordsBody = z
  .object(words)
  .meta({ id: 'MailWords', description: 'The texts of a mail in one language.' });

export const templateRoutes = (deps: TemplateDeps): readonly Route[] => [
  listRoute(deps),
  changeRoute(deps),
  previewRoute(deps),
];

function listRoute({ db }: TemplateDeps) {
  return defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'listMailTemplates',
    summary: 'List mail templates',
    description:
      "Texts of customer mails by type and language: the account's own texts, or Florin's defaults.",
    token: 'session_or_key',
    scope: 'account:read',
    query: z.object({ kind: kindField.optional(), language: languageField.optional() }),
    replies: {
      200: z
        .object({
          object: z.literal('list').describe('Object type: always `list`.'),
          data: z.array(mailTemplateSchema).describe('All templates, by type and language.'),
        })
        .meta({ id: 'MailTemplates', description: 'Templates of customer mails.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const accountId = accountOf(caller);
      const own = await listTemplates(db, accountId);
      const kinds = templateKinds.filter((kind) => (query.kind ?? kind) === kind);
      const languages = templateLanguages.filter((each) => (query.language ?? each) === each);
      const data = kinds.flatMap((kind) =>
        languages.map((language) => {
          const template = own.find((each) => each.kind === kind && each.language === language);
          const of = { accountId, kind, language };
          return toTemplateResource(messageTexts[language], of, template ?? OURS);
        }),
      );
      return { status: 200, body: { object: 'list', data } };
    },
  });
}

function changeRoute({ db }: TemplateDeps) {
  return defineRoute({
    method: 'PATCH',
    path: ONE,
    operationId: 'updateMailTemplate',
    summary: 'Update a mail template',
    description:
      "For owners, account admins, API keys and administrators. Null restores Florin's default, omitted texts stay. Names in braces are replaced by the values of each mail; an unknown name is refused with 400.",
    token: 'session_or_key',
    keyScope: 'settings:write',
    takesIdempotencyKey: true,
    params,
    body: wordsBody,
    replies: { 200: mailTemplateSchema },
    errors,
    async handle(request) {
      const { body, caller } = request;
      if (!mayDecide(caller)) throw denied({ errors }, 'only an owner or an admin can change them');
      const accountId = accountOf(caller);
      const kind = kindOf(request.params.kind);
      assertNames(kind, body);
      const { language, subject, body: said } = body;
      const key = idempotencyKeyOf(`PATCH ${ONE}`, request, { ...body, kind });
      return runOnce(db, key, async (tx) => {
        const of = { accountId, kind, language };
        const saved = await saveTemplate(tx, of, { subject, body: said });
        return { status: 200, body: toTemplateResource(messageTexts[language], of, saved) };
      });
    },
  });
}

function previewRoute(deps: TemplateDeps) {
  return defineRoute({
    method: 'POST',
    path: `${ONE}/preview`,
    operationId: 'previewMailTemplate',
    summary: 'Preview a mail template',
    description:
      'Renders the sent or the stored texts with sample values and the branding of the account. Nothing is stored or sent.',
    token: 'session_or_key',
    scope: 'account:read',
    params,
    body: wordsBody,
    replies: { 200: mailPreviewSchema },
    errors,
    async handle({ body, caller, params: { kind: asked }, requestId }) {
      const accountId = accountOf(caller);
      const kind = kindOf(asked);
      assertNames(kind, body);
      return { status: 200, body: await preview(deps, { accountId, kind, ...body }, requestId) };
    },
  });
}

interface PreviewRequest {
  readonly accountId: Uuid;
  readonly kind: TemplateKind;
  readonly language: TemplateLanguage;
  /** Null for Florin's text, undefined for the stored one. */
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
}

async function preview(
  { db, findAccount, findLogo, publicUrl }: TemplateDeps,
  { subject, body, ...of }: PreviewRequest,
  requestId: string,
) {
  const { accountId, kind, language } = of;
  const [account, logoUrl = null, kept] = await Promise.all([
    findAccount(accountId, requestId),
    findLogo(accountId, requestId),
    findTemplate(db, of),
  ]);
  if (!account) throw notFound('account');
  const given: Template = {
    subject: subject === undefined ? kept.subject : subject,
    body: body === undefined ? kept.body : body,
  };
  const reader = { tag: language, texts: withTemplate(messageTexts[language], kind, given) };
  const url = `${publicUrl}/example`;
  const sample = sampleFacts(kind, { account: account.name, url, logoUrl });
  return {
    object: 'mail_preview' as const,
    livemode: isLive(accountId),
    ...{ kind, language },
    ...writeMessage(reader, kind, sample),
  };
}

/** @throws AppError not_found if no email to customers has this kind. */
function kindOf(asked: string): TemplateKind {
  const kind = templateKinds.find((each) => each === asked);
  if (!kind) throw new AppError('not_found', `customers get no such mail; see GET ${PATH}`);
  return kind;
}

/** @throws AppError invalid_request for a placeholder that emails of this kind do not have. */
function assertNames(kind: TemplateKind, given: Partial<Record<'subject' | 'body', unknown>>) {
  for (const field of ['subject', 'body'] as const) {
    const said = given[field];
    const refusal = typeof said === 'string' ? refusalOf(kind, said) : undefined;
    if (refusal !== undefined) throw new AppError('invalid_request', `${field}: ${refusal}`);
  }
}

function mayDecide({ role, scopes }: Caller): boolean {
  return (
    isOwnerOrAccountAdmin(role) || role === 'admin' || scopes?.includes('settings:write') === true
  );
}

/** @throws AppError forbidden for a token without an account. */
function accountOf({ accountId }: Caller): Uuid {
  if (accountId === null)
    throw new AppError('forbidden', 'this token has no account; open one with POST /v1/accounts');
  return accountId;
}
