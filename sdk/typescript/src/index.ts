export {
  ConnectionError,
  type ErrorCode,
  FlorinError,
  UnreadableAnswerError,
  WebhookError,
} from './errors.ts';
export { Florin, type FlorinOptions } from './florin.ts';
export type * from './gen/named.ts';
export type { components, operations, paths } from './gen/openapi.ts';
export type { CallOptions, Item, Paths, Result } from './operations.ts';
export type { RetryOptions } from './retry.ts';
export type { Session } from './session.ts';
export { type FlorinEvent, verifyWebhook, type WebhookRequest } from './webhooks.ts';
