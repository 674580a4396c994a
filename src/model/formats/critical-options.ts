/** Critical options of SSH user certificates: only two are defined (gaps.md section 0, `critical_options`). */

import { didYouMean } from '../did-you-mean';
import { parseCidr } from '../ip/cidr';

const defined = ['force-command', 'source-address'] as const;

/** What is wrong with one option. */
export interface OptionProblem {
  readonly key: string;
  readonly problem: string;
  readonly expected: string;
}

/** Checks the names, and that `source-address` lists CIDR ranges. Values that are not texts (unknown yet) are skipped. */
export function checkCriticalOptions(options: { readonly [key: string]: unknown }): OptionProblem[] {
  return Object.entries(options).flatMap(([key, value]): OptionProblem[] => {
    if (!(defined as readonly string[]).includes(key)) {
      return [
        { key, problem: 'is not a critical option', expected: `${defined.join(' or ')}${didYouMean(key, defined)}` },
      ];
    }
    if (key !== 'source-address' || typeof value !== 'string') return [];
    const wrong = value.split(',').find((range) => 'problem' in parseCidr(range.trim()));
    if (wrong === undefined) return [];
    return [{ key, problem: `holds '${wrong.trim()}'`, expected: 'CIDR ranges separated by commas' }];
  });
}
