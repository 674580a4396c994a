/** The graph of what is declared: references are expressions, which lead to addresses. */
import type { ConfiguredResource } from '../../model/inventory';
import { kindNameOf } from '../../model/naming';
import type { Graph } from '../graph';
import { buildGraph, type Resolve, type Target, type Thing } from './build';
import { findOutput, type NamedOutput, outputsIn, type WithOutputs } from './cross-stack-outputs';
import { type FoundReference, kindOfId } from './references';
import { expandSet } from './rule-sets';

/** One stack: what it declares, and the outputs by which other stacks refer to that. */
export interface DeclaredPart extends WithOutputs {
  readonly resources: readonly ConfiguredResource[];
}

/** The graph of stacks together; references from one to another are followed through the outputs between them. */
export function graphOfDeclared(stacks: readonly DeclaredPart[]): Graph {
  const several = stacks.length > 1;
  const things = stacks.flatMap(({ name: stack, resources }) =>
    resources.flatMap((resource): Thing[] => {
      const { type, address, name, path, values, repeated } = resource;
      const kind = kindNameOf(type);
      if (kind === undefined) return [];
      const place = several ? `${stack}: ${address}` : address;
      return expandSet({
        key: keyOf(stack, address),
        kind,
        values,
        place,
        name: path?.split('/').at(-1) ?? name,
        scope: stack,
        ...(repeated && { repeated }),
      });
    }),
  );
  const known = new Set(things.map(({ key }) => key));
  const resolve: Resolve = (reference, { scope = '' }) => follow(reference, scope, { stacks, known });
  return buildGraph(things, { resolve });
}

interface Known {
  readonly stacks: readonly DeclaredPart[];
  readonly known: ReadonlySet<string>;
}

function keyOf(stack: string, address: string): string {
  return `${stack}/${address}`;
}

const traversal = /(data\.)?\bnetingress_([a-z0-9_]+)\.([A-Za-z_][\w-]*)/g;

/** All resources that an expression names; the expression itself where it names none. */
function follow(reference: FoundReference, stack: string, estate: Known): Target[] {
  const { value, kind } = reference;
  if (kind === undefined) return [];
  if (!value.includes('${'))
    return [{ kind: kindOfId(value) ?? kind, label: value, place: value, facts: ['by identifier'] }];
  const named = [...value.matchAll(traversal)].flatMap(([, data, type, name]): Target[] => {
    if (data) return [{ kind, label: name as string, place: `data.netingress_${type}.${name}`, facts: ['looked up'] }];
    const key = keyOf(stack, `netingress_${type}.${name}`);
    return estate.known.has(key) ? [{ key }] : [];
  });
  const outside = outputsIn(value).flatMap((output) => followOutput(reference, output, estate));
  const found = [...named, ...outside];
  return found.length > 0 ? found : [{ kind, label: inner(value), place: inner(value), facts: ['known later'] }];
}

function followOutput(reference: FoundReference, output: NamedOutput, estate: Known): Target[] {
  const found = findOutput(output, estate.stacks);
  // Outputs of outputs could lead in a circle.
  if (typeof found?.value !== 'string' || outputsIn(found.value).length > 0) return [];
  return follow({ ...reference, value: found.value }, found.stack, estate);
}

function inner(expression: string): string {
  return /^\$\{([^{}]*)\}$/.exec(expression)?.[1] ?? expression;
}
