import { toSnake } from '@florin/contracts';
import type { ClientCall, SampleCall } from './model.ts';

/** Reserved words among API names: the client appends an underscore. */
const KEYWORDS = new Set('from import global class for in is not return'.split(' '));

/** The call with the Python client: path parameters are positional, the rest named. */
export function pythonSample(
  { group, call }: ClientCall,
  { pathValues, body }: SampleCall,
): string {
  const ids = Object.values(pathValues).map((id) => literal(id, '    '));
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const given = members.map(([member, value]) => `${nameOf(member)}=${literal(value, '    ')}`);
  const said = [...ids, ...given];
  const isShort = given.length === 0;
  const values = isShort ? said.join(', ') : `\n${said.map((each) => `    ${each},\n`).join('')}`;
  return `florin.${toSnake(group)}.${nameOf(toSnake(call.name))}(${values})`;
}

function nameOf(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

/** Python literal of a value. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => `${inner}${literal(each, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(
      ([name, each]) => `${inner}${JSON.stringify(name)}: ${literal(each, inner)},\n`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
