import type { SampleCall } from './model.ts';

/** The call with the TypeScript client. */
export function typescriptSample({ method, path, pathValues, body }: SampleCall): string {
  const options = {
    ...(Object.keys(pathValues).length > 0 && { path: pathValues }),
    ...(body !== undefined && { body }),
  };
  const given = Object.keys(options).length > 0 ? `, ${literal(options, '')}` : '';
  return `await florin.${method.toLowerCase()}('${path}'${given});`;
}

const NAME = /^[A-Za-z_$][\w$]*$/;

/** TypeScript literal of a value. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => `${inner}${literal(each, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(
      ([name, each]) =>
        `${inner}${NAME.test(name) ? name : quote(name)}: ${literal(each, inner)},\n`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
  }
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}
