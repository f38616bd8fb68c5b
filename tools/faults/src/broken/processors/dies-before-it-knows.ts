import { authorize as sound } from '@florin/processors/src/charges/operations.ts';
import { dyingBy } from '../deadly-orders.ts';

export * from '@florin/processors/src/charges/operations.ts';

export const authorize = dyingBy(sound);
