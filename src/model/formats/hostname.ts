import { domainToASCII } from 'node:url';

/** RFC 1035, section 2.3.4: 255 octets with the lengths of the labels. */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/**
 * Top-level domains that the public DNS never has (RFC 6761, 6762, 7686 and 9476, and `internal`, which ICANN
 * reserved). `example` is not here, because the service of the specification has domains below it.
 */
const UNREACHABLE = ['alt', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'];

/** At least two RFC 1123 labels, the last no number, at most 253 characters, no trailing dot. */
export function isFullyQualifiedName(text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  const labels = text.split('.');
  return (
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** ` App.Example.com. ` -> `app.example.com`. */
export function canonicalHostname(text: string): string {
  return text.trim().toLowerCase().replace(/\.$/, '');
}

/** Returns the first violated rule of domain names (docs/internals/gaps.md, `reserved_domains`). `*.` may be first. */
export function findDomainProblem(text: string) {
  const name = canonicalHostname(text);
  const [first = '', ...others] = name.split('.');
  const isWildcard = first === '*';
  const labels = isWildcard ? others : [first, ...others];
  const character = /[^a-z0-9.*-]/.exec(name)?.[0];
  const rules: readonly (readonly [broken: boolean, problem: string, errorCode: number])[] = [
    [name === '', 'is empty', 448],
    [name.length > MAX_NAME_LENGTH, `is longer than ${MAX_NAME_LENGTH} characters`, 423],
    [name.includes('_'), 'contains an underscore', 438],
    [character !== undefined, `contains the character '${character}'`, 406],
    [/\.\.|^\.$/.test(text.trim()), 'contains repeated dots', 409],
    [others.some((label) => label.includes('*')), 'has a wildcard that is not its first part', 402],
    [!isWildcard && first.includes('*'), 'has a wildcard that is only a part of its first label', 403],
    [labels.some((label) => !/^[a-z0-9]/.test(label)), 'has a part that does not begin with a letter or digit', 407],
    [labels.some((label) => !/[a-z0-9]$/.test(label)), 'has a part that does not end with a letter or digit', 408],
    [labels.some((label) => /^(?!xn).{2}--/.test(label)), "has '--' in places 3 and 4 of a part without 'xn--'", 410],
    [labels.some(isInvalidPunycode), 'has a part with invalid punycode', 429],
    [labels.some((label) => label.length > MAX_LABEL_LENGTH), `has a part of over ${MAX_LABEL_LENGTH} characters`, 513],
    [isWildcard && labels.length === 1, 'is a wildcard for a whole top-level domain', 416],
    [labels.length < 2, 'is not a fully qualified domain name', 448],
    [/^\d+$/.test(labels.at(-1) ?? ''), 'has a top-level domain of digits only', 411],
    [UNREACHABLE.includes(labels.at(-1) ?? ''), 'has a top-level domain that the public DNS does not have', 411],
  ];
  const found = rules.find(([broken]) => broken);
  return found && { problem: found[1], errorCode: found[2] };
}

function isInvalidPunycode(label: string): boolean {
  return label.startsWith('xn--') && domainToASCII(label) === '';
}
