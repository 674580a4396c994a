import type { Words } from './words';

/** What is wrong with a text that should be a network, a URL, a traffic policy or CEL. */
export type Violation =
  /** Of a network. */
  | { readonly rule: 'network' }
  | { readonly rule: 'mask'; readonly mask: string }
  | { readonly rule: 'bits_beyond_mask'; readonly prefixLength: number }
  /** Of a URL. */
  | { readonly rule: 'scheme' | 'final_slash' | 'other_parts' | 'host' | 'port' | 'tcp_port' }
  /** Of a traffic policy. `json_value`: YAML that cannot be converted to JSON. */
  | { readonly rule: 'empty' | 'depth' | 'number_range' | 'repeated_member' | 'json_value' }
  /** `type` is what it is instead of an object: `a list`, `null`. */
  | { readonly rule: 'object'; readonly type: string }
  /** `code` is an error code of the YAML library; line and column count from 1. */
  | { readonly rule: 'syntax'; readonly code: string; readonly line: number; readonly column: number }
  /** Of a text of a traffic policy. */
  | { readonly rule: 'template' | 'cel' };

/** Continues the name of the value: `has the mask '/33'`. */
export function describeViolation(violation: Violation): Words {
  switch (violation.rule) {
    case 'network':
      return 'is not an IP range';
    case 'mask':
      return `has the mask '/${violation.mask}'`;
    case 'bits_beyond_mask':
      return `has bits set beyond its mask /${violation.prefixLength}`;
    case 'scheme':
      return 'does not have the scheme http, https, tcp or tls and a host';
    case 'final_slash':
      return 'ends with a slash';
    case 'other_parts':
      return 'has a user, path, query, fragment, blank or backslash';
    case 'host':
      return 'has an invalid host';
    case 'port':
      return 'has an invalid port';
    case 'tcp_port':
      return 'has no port, which tcp requires';
    case 'empty':
      return 'is empty';
    case 'depth':
      return 'is nested too deeply';
    case 'number_range':
      return 'has a number that is too large';
    case 'repeated_member':
      return 'has two members of one name in an object';
    case 'json_value':
      return 'has too many aliases, too deep nesting or a value that JSON does not have';
    case 'object':
      return `is ${violation.type}`;
    case 'syntax':
      return `cannot be parsed at line ${violation.line}, column ${violation.column}`;
    case 'template':
      return 'is not a text with expressions';
    case 'cel':
      return 'is not CEL';
  }
}
