// Original file: ../../protos/processors/v1/processors.proto

import type { Way as _florin_processors_v1_Way, Way__Output as _florin_processors_v1_Way__Output } from '../../../florin/processors/v1/Way.ts';

export interface ListWaysReply {
  'ways'?: (_florin_processors_v1_Way)[];
}

export interface ListWaysReply__Output {
  'ways': (_florin_processors_v1_Way__Output)[];
}
