import type { ConfiguredResource } from '../../model/inventory';
import { parseKindName } from '../../model/naming';
import type { Graph } from '../graph';
import { buildGraph, type ResolveReference, type SourceObject, type Target } from './build';
import { findOutputReferences, type OutputReference, resolveOutput, type StackOutputs } from './cross-stack-outputs';
import { findKindOfId, type ObjectReference } from './references';
import { expandRuleSet } from './rule-sets';

export interface ConfiguredStack extends StackOutputs {
  readonly resources: readonly ConfiguredResource[];
}

/** Graph of all stacks. References between stacks are resolved through their outputs. */
export function graphFromConfiguration(stacks: readonly ConfiguredStack[]): Graph {
  const several = stacks.length > 1;
  const objects = stacks.flatMap(({ name: stack, resources }) =>
    resources.flatMap((resource): SourceObject[] => {
      const { type, address, name, path, values, repetition } = resource;
      const kind = parseKindName(type);
      if (kind === undefined) return [];
      return expandRuleSet({
        key: keyOf(stack, address),
        kind,
        values,
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

const traversal = /(data\.)?\bnetingress_([a-z0-9_]+)\.([A-Za-z_][\w-]*)/g;

/** Returns the resources and data sources that the value names. Otherwise the id or expression is an external object. */
function resolveTargets(reference: ObjectReference, stack: string, context: Context): Target[] {
  const { value, kind, mayHaveNoTarget } = reference;
  if (kind === undefined) return [];
  if (!value.includes('${'))
    return mayHaveNoTarget
      ? []
      : [{ kind: findKindOfId(value) ?? kind, label: value, location: value, badges: ['by id'] }];
  const named = [...value.matchAll(traversal)].flatMap(([, data, type, name]): Target[] => {
    if (data)
      return [{ kind, label: name as string, location: `data.netingress_${type}.${name}`, badges: ['looked up'] }];
    const key = keyOf(stack, `netingress_${type}.${name}`);
    return context.known.has(key) ? [{ key }] : [];
  });
  const fromOutputs = findOutputReferences(value).flatMap((output) =>
    resolveOutputReference(reference, output, context),
  );
  const found = [...named, ...fromOutputs];
  if (found.length > 0) return found;
  const expression = unwrapExpression(value);
  return [{ kind, label: expression, location: expression, badges: ['expression'] }];
}

function resolveOutputReference(reference: ObjectReference, output: OutputReference, context: Context): Target[] {
  const found = resolveOutput(output, context.stacks);
  // Outputs that refer to outputs could form a cycle.
  if (typeof found?.value !== 'string' || findOutputReferences(found.value).length > 0) return [];
  return resolveTargets({ ...reference, value: found.value }, found.stack, context);
}

function unwrapExpression(expression: string): string {
  return /^\$\{([^{}]*)\}$/.exec(expression)?.[1] ?? expression;
}
