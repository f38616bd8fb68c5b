export { actFor, callerHasLeft, currentActor, isAudited, markAudited, toActor } from './actor.ts';
export {
  ASSERTION_HEADER,
  type Assertion,
  callerSchema,
  LIFETIME_MS,
  signAssertion,
  verifyAssertion,
} from './assertion.ts';
export { type KeyRing, parseKeyRing } from './keys.ts';
