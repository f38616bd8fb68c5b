// Original file: ../../protos/processors/v1/processors.proto

import type { Method as _florin_processors_v1_Method, Method__Output as _florin_processors_v1_Method__Output } from '../../../florin/processors/v1/Method.ts';

export interface ListMethodsReply {
  'methods'?: (_florin_processors_v1_Method)[];
}

export interface ListMethodsReply__Output {
  'methods': (_florin_processors_v1_Method__Output)[];
}
