import type { grpcServices } from '@florin/contracts/protos';
import type { RpcsOf } from '@florin/grpc';

export type IdentityDefinition = typeof grpcServices.identity.service;

/** The RPCs of this service as plain functions. */
export type IdentityRpcs = RpcsOf<IdentityDefinition>;
