export { actFor, callerHasLeft, currentActor, isTold, markTold, toActor } from './actor.ts';
export { ASSERTION_HEADER, type Assertion, signAssertion, verifyAssertion } from './assertion.ts';
export { type KeyRing, parseKeyRing } from './keys.ts';
