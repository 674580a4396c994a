/** The graph of what is declared: references are expressions, which lead to addresses. */
import type { ConfiguredResource } from '../../model/inventory';
import { kindNameOf } from '../../model/naming';
import type { Graph } from '../graph';
import { buildGraph, type ResolveReference, type Target, type SourceObject } from './build';
import { resolveOutput, type OutputReference, findOutputReferences, type StackOutputs } from './cross-stack-outputs';
import { type ObjectReference, findKindOfId } from './references';
import { expandRuleSet } from './rule-sets';

/** One stack: what it declares, and the outputs by which other stacks refer to that. */
export interface ConfiguredStack extends StackOutputs {
  readonly resources: readonly ConfiguredResource[];
}

/** The graph of stacks together; references from one to another are followed through the outputs between them. */
export function graphFromConfiguration(stacks: readonly ConfiguredStack[]): Graph {
  const several = stacks.length > 1;
  const things = stacks.flatMap(({ name: stack, resources }) =>
    resources.flatMap((resource): SourceObject[] => {
      const { type, address, name, path, values, repeated } = resource;
      const kind = kindNameOf(type);
      if (kind === undefined) return [];
      const place = several ? `${stack}: ${address}` : address;
      return expandRuleSet({
        key: keyOf(stack, address),
        kind,
        values,
        location: place,
        name: path?.split('/').at(-1) ?? name,
        scope: stack,
        ...(repeated && { repeated }),
      });
    }),
  );
  const known = new Set(things.map(({ key }) => key));
  const resolve: ResolveReference = (reference, { scope = '' }) => resolveExpression(reference, scope, { stacks, known });
  return buildGraph(things, { resolve });
}

interface Context {
  readonly stacks: readonly ConfiguredStack[];
  readonly known: ReadonlySet<string>;
}

function keyOf(stack: string, address: string): string {
  return `${stack}/${address}`;
}

const traversal = /(data\.)?\bnetingress_([a-z0-9_]+)\.([A-Za-z_][\w-]*)/g;

/** All resources that an expression names; the expression itself where it names none. */
function resolveExpression(reference: ObjectReference, stack: string, estate: Context): Target[] {
  const { value, kind } = reference;
  if (kind === undefined) return [];
  if (!value.includes('${'))
    return [{ kind: findKindOfId(value) ?? kind, label: value, location: value, badges: ['by identifier'] }];
  const named = [...value.matchAll(traversal)].flatMap(([, data, type, name]): Target[] => {
    if (data) return [{ kind, label: name as string, location: `data.netingress_${type}.${name}`, badges: ['looked up'] }];
    const key = keyOf(stack, `netingress_${type}.${name}`);
    return estate.known.has(key) ? [{ key }] : [];
  });
  const outside = findOutputReferences(value).flatMap((output) => resolveOutputReference(reference, output, estate));
  const found = [...named, ...outside];
  return found.length > 0 ? found : [{ kind, label: unwrapExpression(value), location: unwrapExpression(value), badges: ['known later'] }];
}

function resolveOutputReference(reference: ObjectReference, output: OutputReference, estate: Context): Target[] {
  const found = resolveOutput(output, estate.stacks);
  // Outputs of outputs could lead in a circle.
  if (typeof found?.value !== 'string' || findOutputReferences(found.value).length > 0) return [];
  return resolveExpression({ ...reference, value: found.value }, found.stack, estate);
}

function unwrapExpression(expression: string): string {
  return /^\$\{([^{}]*)\}$/.exec(expression)?.[1] ?? expression;
}
