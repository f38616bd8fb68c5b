import type { Uuid } from '@florin/contracts';
import type { EngineRequest, EngineTaxes } from './model.ts';

/** A service that calculates taxes and reports sales. Calls take as long as a network does. */
export interface TaxEngine {
  /**
   * Calculates the taxes of a sale; nothing is reported by it.
   * @throws AppError conflict for a sale that the engine refuses, Error without an answer
   */
  calculate(request: EngineRequest): Promise<EngineCalculation>;
  /**
   * Reports a calculated sale. Repeating it under one reference reports it once.
   * @throws Error without an answer, or where the engine refuses
   */
  report(sale: EngineSaleReport): Promise<EngineReport>;
  /** Takes a reported sale back, in full or in part; likewise. */
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
  /** Null takes all of it back. */
  readonly lines: readonly ReversedLine[] | null;
}

/** A part of a reported line; minor units, not negative. */
export interface ReversedLine {
  /** The engine's id of the line. */
  readonly lineId: string;
  /** With tax where the price includes it. */
  readonly amount: bigint;
  readonly tax: bigint;
}

export interface EngineReport {
  readonly transactionId: string;
  /** The engine's ids of the lines, by their references. */
  readonly lineIds: Readonly<Record<string, string>>;
}

/** The engine for the accounts of a mode; undefined where the operator has set no key of it. */
export type FindEngine = (accountId: Uuid) => TaxEngine | undefined;
