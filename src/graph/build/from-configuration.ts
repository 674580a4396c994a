import type { ConfiguredResource } from '../../model/inventory';
import { findAttributes } from '../../model/marks';
import { parseKindName } from '../../model/naming';
import { findOutput, type ReferencedStack } from '../../terraform/configuration/evaluate';
import { findReferences, splitTemplate } from '../../terraform/configuration/expressions';
import { markConfiguration } from '../../terraform/configuration/marks';
import { formatAddress, type Step, toReference, withoutKeys } from '../../values/address';
import { omitMarked } from '../../values/marks';
import type { Graph } from '../graph';
import { buildGraph, type NodeDraft, type ResolveReference, type Target } from './build';
import { findGraphKindOfId, type GraphReference } from './references';
import { toSingleRuleNodes } from './rule-sets';

export interface ConfiguredStack extends ReferencedStack {
  readonly resources: readonly ConfiguredResource[];
}

/** References between stacks are resolved through their outputs. */
export function graphFromConfiguration(stacks: readonly ConfiguredStack[]): Graph {
  const several = stacks.length > 1;
  const objects = stacks.flatMap(({ name: stack, resources }) =>
    resources.flatMap((resource): NodeDraft[] => {
      const { type, address, name, path, values, repetition } = resource;
      const kind = parseKindName(type);
      if (kind === undefined) return [];
      return toSingleRuleNodes({
        key: keyOf(stack, address),
        kind,
        values: omitMarked(values, markConfiguration(findAttributes(kind) ?? {}, values)),
        location: several ? `${stack}: ${address}` : address,
        name: path?.split('/').at(-1) ?? name,
        scope: stack,
        ...(repetition && { repeated: true }),
      });
    }),
  );
  const known = new Set(objects.map(({ key }) => key));
  const resolve: ResolveReference = (reference, { scope = '' }) => resolveTargets(reference, scope, { stacks, known });
  return buildGraph(objects, { resolve });
}

interface Context {
  readonly stacks: readonly ConfiguredStack[];
  readonly known: ReadonlySet<string>;
}

function keyOf(stack: string, address: string): string {
  return `${stack}/${address}`;
}

/**
 * The targets of a reference of `stack`:
 * - The resources of the graph and the data sources that the value names: `${netingress_ip_policy.a.id}`.
 * - If it names none, an external object with the expression (`${var.policy}`) or the literal id (`ipp_1`) as its
 *   label.
 * - Nothing, if the kind of that object is not known, or for a literal with `mayHaveNoTarget`.
 */
function resolveTargets(reference: GraphReference, stack: string, context: Context): Target[] {
  const { value, kind, mayHaveNoTarget } = reference;
  const parts = splitTemplate(value);
  if (!parts.some((part) => 'source' in part))
    return mayHaveNoTarget || kind === undefined
      ? []
      : [{ kind: findGraphKindOfId(value) ?? kind, label: value, location: value, badges: ['by id'] }];
  const found = findReferences(value).flatMap((steps) => resolveReference(reference, steps, stack, context));
  if (found.length > 0 || kind === undefined) return found;
  const [only] = parts;
  const expression = parts.length === 1 && only && 'source' in only ? only.source : value;
  return [{ kind, label: expression, location: expression, badges: ['expression'] }];
}

function resolveReference(
  reference: GraphReference,
  steps: readonly Step[],
  stack: string,
  context: Context,
): Target[] {
  const output = findOutput(context.stacks, stack, steps);
  if (output) {
    // An output that refers to another stack's output is not followed: such outputs could form a cycle.
    if (typeof output.value !== 'string' || output.value.includes('terraform_remote_state')) return [];
    return resolveTargets({ ...reference, value: output.value }, output.stack.name, context);
  }
  const { address } = toReference(steps) ?? {};
  const type = address && parseKindName(address.type);
  if (!address || type === undefined) return [];
  const location = formatAddress(withoutKeys(address));
  if (address.mode === 'data')
    return [{ kind: reference.kind ?? type, label: address.name, location, badges: ['looked up'] }];
  const key = keyOf(stack, location);
  return context.known.has(key) ? [{ key }] : [];
}
