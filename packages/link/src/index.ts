export { acceptLinks } from './accept-links.ts';
export {
  connectLink,
  type Link,
  LinkLost,
  type LinkPlace,
  LinkTimeout,
  NotSent,
} from './connect-link.ts';
export type { LinkedAnswer, LinkedRequest } from './messages.ts';
