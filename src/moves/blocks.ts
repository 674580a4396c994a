/** Converts moves to `moved`, `removed` and `import` blocks of each stack. */
import { stripInstanceKeys } from '../model/inventory';
import type { Ambiguity, Moves } from './find-moves';
import type { Instance } from './instances';
import { findConversions, type Transfer } from './rule-sets';
import { attributesOfType } from './same-object';

export interface StackBlocks {
  readonly stack: string;
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Addresses of resources that the stack forgets without destroying their objects. */
  readonly removed: readonly string[];
  readonly imports: readonly { readonly to: string; readonly id: string }[];
  /** Addresses that no block can forget, because `removed` accepts no instance key. */
  readonly stateRm: readonly string[];
}

export interface MovePlan {
  /** Stacks that need at least one block. */
  readonly stacks: readonly StackBlocks[];
  readonly ambiguous: readonly Ambiguity[];
  readonly destroyed: readonly Instance[];
  readonly created: readonly Instance[];
  /** New addresses in another stack of objects whose id is not known. */
  readonly withoutId: readonly Instance[];
  /** Values that only the response to the create contained. */
  readonly secretsNotRestored: readonly { readonly to: Instance; readonly attribute: string }[];
}

/** `configured` has the stack and address, without instance key, of every resource of the new configuration. */
export function planMoves(
  found: Moves,
  configured: readonly { readonly stack: string; readonly address: string }[],
): MovePlan {
  const conversions = findConversions(found);
  const converted = new Set(conversions.flatMap(({ from, to }) => [...from, ...to.map(({ instance }) => instance)]));
  const inStack = found.moves.filter(({ from, to }) => from.stack === to.stack);
  const across = found.moves.filter(({ from, to }) => from.stack !== to.stack);
  const transfers: Transfer[] = [
    ...across.map(({ from, to }) => ({ from: [from], to: [{ instance: to, importId: from.id }] })),
    ...conversions,
  ];
  const complete = transfers.filter(hasIds);
  const incomplete = transfers.filter((transfer) => !hasIds(transfer));
  const forgotten = complete.flatMap(({ from }) => from);
  const imports = complete.flatMap(({ to }) =>
    to.map(({ instance, importId }) => ({ to: instance, id: String(importId) })),
  );
  const destroyed = found.destroyed.filter((instance) => !converted.has(instance));
  const staying = [
    ...inStack.map(({ from }) => from),
    ...destroyed,
    ...[...found.ambiguous, ...incomplete].flatMap(({ from }) => from),
  ];
  // `removed` applies to all instances of a resource, so it must not name a resource that has others.
  const resourcesToKeep = new Set([...configured, ...staying].map(({ stack, address }) => resourceKey(stack, address)));
  const names = [
    ...new Set(
      [...inStack.map(({ to }) => to), ...forgotten, ...imports.map(({ to }) => to)].map(({ stack }) => stack),
    ),
  ];
  return {
    stacks: names.sort().map((stack): StackBlocks => {
      const leaving = forgotten.filter((instance) => instance.stack === stack);
      // `removed` accepts no instance key, also not of a module.
      const isPartial = ({ address }: Instance): boolean =>
        resourcesToKeep.has(resourceKey(stack, address)) || /\]\./.test(address);
      const removedResources = leaving
        .filter((instance) => !isPartial(instance))
        .map(({ address }) => stripInstanceKeys(address));
      return {
        stack,
        moved: inStack
          .filter(({ to }) => to.stack === stack)
          .map(({ from, to }) => ({ from: from.address, to: to.address })),
        removed: [...new Set(removedResources)],
        imports: imports.filter(({ to }) => to.stack === stack).map(({ to, id }) => ({ to: to.address, id })),
        stateRm: leaving.filter(isPartial).map(({ address }) => address),
      };
    }),
    ambiguous: found.ambiguous,
    destroyed,
    created: found.created.filter((instance) => !converted.has(instance)),
    withoutId: incomplete.flatMap(({ to }) => to.map(({ instance }) => instance)),
    secretsNotRestored: imports.flatMap(({ to }) => secretsOf(to).map((attribute) => ({ to, attribute }))),
  };
}

function hasIds({ to }: Transfer): boolean {
  return to.every(({ importId }) => importId !== undefined);
}

/** Computed values that only the response to a create contains, such as the token of an API key. */
function secretsOf({ type }: Instance): string[] {
  return Object.entries(attributesOfType(type)).flatMap(([name, { presence, omittedFromResponses }]) =>
    presence === 'computed' && omittedFromResponses ? [name] : [],
  );
}

function resourceKey(stack: string, address: string): string {
  return `${stack}/${stripInstanceKeys(address)}`;
}
