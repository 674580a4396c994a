/** What to do if an object cannot be deleted because another one names it. Provider and preview give the same advice. */

import type { Words } from '../values/words';
import { parseKindName } from './naming';
import { hasUniqueName } from './replacement-order';
import { shellQuote } from './text';

export interface BlockedDelete {
  /** The resource type: `netingress_ip_policy`. */
  readonly type: string;
  /**
   * `removal`: no block declares the object any more, or one with another name declares its successor. `replacement`: the
   * same plan creates its successor under the same address.
   */
  readonly cause: 'removal' | 'replacement';
  /** The address of the object, if it is known. */
  readonly address?: string | undefined;
  /** What names the object: `the IP restriction ipx_1`. */
  readonly user: string;
  /** The addresses of what names the object, if they are known. */
  readonly targets?: readonly string[];
}

/** The remedies, the one for the usual case first. Each one can be followed without the others. */
export function listRemedies({ type, cause, address, user, targets }: BlockedDelete): readonly Words[] {
  if (cause === 'replacement' && hasUniqueName(parseKindName(type) ?? '')) {
    return [
      `The service accepts only one ${type} of its name, so create_before_destroy does not help. If it is replaced because it ` +
        `is tainted or because of -replace, run ${formatUntaint(address)}, or leave -replace out.`,
      `Otherwise remove ${user} in an apply of its own first, and add it again in the apply that replaces the ${type}.`,
    ];
  }
  if (cause === 'replacement') {
    return [
      `Add lifecycle { create_before_destroy = true } to the ${type} and apply again: Terraform then creates the new one, ` +
        `updates ${user}, which must name the new one, and deletes the old one last.`,
      OTHER_STACK,
    ];
  }
  const target =
    targets?.map((address) => `-target=${shellQuote(address)}`).join(' ') ??
    `-target=ADDRESS with the address of ${user}`;
  return [
    'If this was a terraform destroy, run it again: what names it is deleted by then.',
    `Otherwise run terraform apply ${target}, and then terraform apply: the first makes ` +
      'it name what the configuration says, the second deletes what is left. In a CDKTF app, run both with ' +
      'terraform -chdir=cdktf.out/stacks/STACK.',
    'A renamed block needs neither: run netingress moves before the apply, and nothing is deleted or created.',
    OTHER_STACK,
  ];
}

export function formatUntaint(address: string | undefined): string {
  return `terraform untaint ${address === undefined ? 'ADDRESS' : shellQuote(address)}`;
}

const OTHER_STACK =
  'If another stack declares what names it, create the new object here, change the reference there, and delete the old ' +
  'object here last, each in an apply of its own.';
