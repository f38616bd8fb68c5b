import type { Uuid } from '@florin/contracts';
import type { EngineRequest, EngineTaxes } from '../../domain/tax/engine.ts';

/** A service that calculates taxes and takes reports of sales. Calls go over the network. */
export interface TaxEngine {
  /**
   * Calculates the taxes of a sale without reporting it.
   * @throws AppError conflict for a sale that the engine refuses, Error without an answer
   */
  calculate(request: EngineRequest): Promise<EngineCalculation>;
  /**
   * Reports a calculated sale. Idempotent by reference.
   * @throws Error without an answer, or if the engine refuses
   */
  report(sale: EngineSaleReport): Promise<EngineReport>;
  /** Reverses a reported sale, in full or in part. Idempotent by reference. */
  reverse(reversal: EngineReversal): Promise<EngineReport>;
}

export interface EngineCalculation {
  readonly calculationId: string;
  readonly taxes: EngineTaxes;
}

export interface EngineSaleReport {
  readonly calculationId: string;
  readonly reference: string;
}

export interface EngineReversal {
  readonly transactionId: string;
  readonly reference: string;
  /** Null reverses the whole sale. */
  readonly lines: readonly ReversedLine[] | null;
}

/** A part of a reported line; minor units, not negative. */
export interface ReversedLine {
  /** The engine's id of the line. */
  readonly lineId: string;
  /** Including tax if the price includes it. */
  readonly amount: bigint;
  readonly tax: bigint;
}

export interface EngineReport {
  readonly transactionId: string;
  /** The engine's line ids by line reference. */
  readonly lineIds: Readonly<Record<string, string>>;
}

/** The engine for an account's mode; undefined if the operator has set no key for that mode. */
export type FindEngine = (accountId: Uuid) => TaxEngine | undefined;
