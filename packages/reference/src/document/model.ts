import type { TokenKind } from '@florin/contracts';

/** The part of JSON Schema (dialect of OpenAPI 3.1) that the reference uses. */
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

/** A request or response body. */
export interface Content {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** A successful response. */
export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly content: Content | undefined;
}

/** An error response, with an example message. */
export interface Failure {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

/** Token and scope that the gateway requires. */
export interface Callers {
  readonly token: TokenKind;
  /** Scope of API keys; undefined if keys are not accepted. */
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
  /** One per accepted media type, JSON first. */
  readonly bodies: readonly Content[];
  readonly answers: readonly Answer[];
  readonly failures: readonly Failure[];
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** A parsed document. */
export interface ApiDocument {
  readonly version: string;
  /** In reading order. */
  readonly tags: readonly Tag[];
  /** Schemas by name, including those named only by the generator. */
  readonly schemas: ReadonlyMap<string, Schema>;
}
