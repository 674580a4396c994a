import type { FormatProblem } from '../formats';
import { parseCidr } from '../ip/cidr';
import { didYouMean } from '../text';

const OPTIONS = ['force-command', 'source-address'] as const;

export interface OptionProblem extends FormatProblem {
  readonly key: string;
}

/** An unknown value passes. */
export function checkCriticalOptions(options: { readonly [key: string]: unknown }): OptionProblem[] {
  return Object.entries(options).flatMap(([key, value]): OptionProblem[] => {
    if (!(OPTIONS as readonly string[]).includes(key)) {
      return [
        { key, problem: 'is not a critical option', expected: `${OPTIONS.join(' or ')}${didYouMean(key, OPTIONS)}` },
      ];
    }
    if (key !== 'source-address' || typeof value !== 'string') return [];
    const invalid = value.split(',').find((range) => 'problem' in parseCidr(range.trim()));
    if (invalid === undefined) return [];
    return [
      { key, problem: `contains the invalid range '${invalid.trim()}'`, expected: 'CIDR ranges separated by commas' },
    ];
  });
}
