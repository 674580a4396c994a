/** Converts moves to `moved`, `removed` and `import` blocks of each stack. */
import { SEALED_FOR, sealableNames, sealedName } from '../model/variants/sealed-attributes';
import { parseAddress, stripInstanceKeys } from '../terraform/configuration/address';
import type { Ambiguity, Move, Moves } from './find-moves';
import type { Instance } from './instances';
import { ROTATION_TYPE } from './rotations';
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
  /** Stacks that need at least one block or one `terraform state rm`. */
  readonly stacks: readonly StackBlocks[];
  readonly ambiguous: readonly Ambiguity[];
  /** Only Terraform can evaluate the natural keys of the new addresses. */
  readonly undecided: readonly Ambiguity[];
  /** Rotations that change their stack. They have no import, so only `terraform state mv` moves them. */
  readonly withoutImport: readonly Move[];
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
  const acrossAll = found.moves.filter(({ from, to }) => from.stack !== to.stack);
  const across = acrossAll.filter(({ from }) => from.type !== ROTATION_TYPE);
  const withoutImport = acrossAll.filter(({ from }) => from.type === ROTATION_TYPE);
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
    ...[...found.ambiguous, ...found.undecided, ...incomplete].flatMap(({ from }) => from),
    ...withoutImport.map(({ from }) => from),
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
        resourcesToKeep.has(resourceKey(stack, address)) ||
        parseAddress(address)?.module.some(({ key }) => key !== undefined) === true;
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
    undecided: found.undecided,
    withoutImport,
    destroyed,
    created: found.created.filter((instance) => !converted.has(instance)),
    withoutId: incomplete.flatMap(({ to }) => to.map(({ instance }) => instance)),
    secretsNotRestored: complete.flatMap(({ from: [from], to }) =>
      to.flatMap(({ instance }) => lostSecrets(from, instance).map((attribute) => ({ to: instance, attribute }))),
    ),
  };
}

function hasIds({ to }: Transfer): boolean {
  return to.every(({ importId }) => importId !== undefined);
}

/**
 * Computed values that only the response to a create contains, such as the token of an API key. A sealed credential has
 * no token, and another one no encrypted token.
 */
function lostSecrets(from: Instance | undefined, { type }: Instance): string[] {
  const attributes = attributesOfType(type);
  const isSealed = (from?.values[SEALED_FOR] ?? null) !== null;
  const unused = sealableNames(attributes).map((name) => (isSealed ? name : sealedName(name)));
  return Object.entries(attributes).flatMap(([name, { presence, omittedFromResponses }]) =>
    presence === 'computed' && omittedFromResponses && !unused.includes(name) ? [name] : [],
  );
}

function resourceKey(stack: string, address: string): string {
  return `${stack}/${stripInstanceKeys(address)}`;
}
