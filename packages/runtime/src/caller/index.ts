export { actFor, callerHasLeft, currentActor, isAudited, markAudited, toActor } from './actor.ts';
export { ASSERTION_HEADER, type Assertion, signAssertion, verifyAssertion } from './assertion.ts';
export { type KeyRing, parseKeyRing } from './keys.ts';
