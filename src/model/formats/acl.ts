/**
 * Whether the text is an ACL rule: `*`, or `bind:` followed by a domain, an address `host:port` or a label `k=v`. A
 * domain may begin with a wildcard, and either side of a label may be one (management-api.md, 'Authentication' 4; gaps.md section 2, `/credentials`).
 */
export function isAclRule(text: string): boolean {
  if (text === '*') return true;
  const target = /^bind:(.+)$/s.exec(text)?.[1];
  if (target === undefined || /[\s,]/.test(target)) return false;
  if (/^[^=]+=[^=]+$/.test(target)) return true;
  return /^(\*|(\*\.?)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5}|:\*)?$/i.test(target);
}
