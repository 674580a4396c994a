const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration as Go and Terraform write it (`30s`, `1m30s`, `500ms`), or undefined when it is none or zero. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, , unit] of text.matchAll(/(\d+(\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (units[unit as string] as number);
  }
  // Less than half a millisecond is as good as zero.
  const whole = Math.round(total);
  return whole > 0 ? whole : undefined;
}
