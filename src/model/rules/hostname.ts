/** Whether the text is a fully qualified domain name (RFC 1123 labels, at least two, 253 characters); no trailing dot. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split('.');
  return (
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}
