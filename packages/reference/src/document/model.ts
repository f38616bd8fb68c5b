import type { TokenKind } from '@florin/contracts';

/** What the reference reads of a JSON Schema, in the dialect of OpenAPI 3.1. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** What a body may be, sent or answered. */
export interface Content {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** An answer of success. */
export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly content: Content | undefined;
}

/** A refusal, with a message as it might be. */
export interface Failure {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

/** What an operation asks of whoever calls it, as the gateway does. */
export interface Callers {
  readonly token: TokenKind;
  /** What an API key needs; undefined where no key may call. */
  readonly scope: string | undefined;
}

export interface Operation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Markdown; empty where there is none. */
  readonly description: string;
  readonly callers: Callers;
  readonly parameters: readonly Parameter[];
  readonly isBodyRequired: boolean;
  /** Of each media type that is taken, JSON first. */
  readonly bodies: readonly Content[];
  readonly answers: readonly Answer[];
  readonly failures: readonly Failure[];
}

/** Operations that belong together, as people call them. */
export interface Tag {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** A document as the reference reads it. */
export interface ApiDocument {
  readonly version: string;
  /** In reading order. */
  readonly tags: readonly Tag[];
  /** By name; those that only the generator has named are among them. */
  readonly schemas: ReadonlyMap<string, Schema>;
}
