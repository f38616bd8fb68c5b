export * from './errors.ts';
export * from './fields/fields.ts';
export * from './fields/ids.ts';
export * from './fields/instants.ts';
export * from './fields/lines.ts';
export * from './fields/page.ts';
export * from './fields/return-url.ts';
export * from './fields/sign-up.ts';
export * from './html.ts';
export * from './openapi/openapi.ts';
export * from './requests/account-access.ts';
export * from './requests/idempotency-key.ts';
export { nameInWords } from './requests/in-words.ts';
export * from './requests/lists.ts';
export * from './requests/nearest-name.ts';
export * from './requests/read-body.ts';
export {
  assertMayRefund,
  type RefundLimits,
  refundLimitsOf,
} from './requests/refund-limits.ts';
export * from './requests/to-path.ts';
export * from './requests/validate.ts';
export * from './routes/answer-linked.ts';
export { type ApiLog, denied } from './routes/answer-request.ts';
export * from './routes/define-route.ts';
export * from './routes/examples.ts';
export * from './routes/express-adapter.ts';
