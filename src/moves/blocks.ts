import { rotation } from '../model/composites';
import { SEALED_FOR, sealableNames, sealedName } from '../model/variants/sealed-attributes';
import { formatPlace, type Obj, type Place, type Placed } from '../objects/objects';
import { parseAddress, stripInstanceKeys } from '../values/address';
import type { Move, Moves } from './find-moves';
import { findConversions, type Transfer } from './rule-sets';
import { attributesOfKind } from './same-object';

export interface StackBlocks {
  readonly stack: string;
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Addresses of resources that the stack forgets without destroying their objects. */
  readonly removed: readonly string[];
  readonly imports: readonly { readonly to: string; readonly id: string }[];
  /**
   * Addresses that no block can forget. `removed` accepts no instance key, neither of a resource nor of a module. So
   * `a[0]` is one if `a[1]` stays, and so is `module.m["x"].a`.
   */
  readonly stateRm: readonly string[];
}

export interface MovePlan extends Pick<Moves, 'ambiguous' | 'undecided' | 'likely' | 'destroyed' | 'created'> {
  readonly stacks: readonly StackBlocks[];
  /** Rotations that change their stack. A rotation cannot be imported, so only `terraform state mv` moves it. */
  readonly withoutImport: readonly Move[];
  /** How many imports are of objects of the account that no state has. */
  readonly lostObjects: number;
  /** New addresses, in another stack or of another type, that need an import and whose objects' ids are not known. */
  readonly withoutId: readonly Placed[];
  /**
   * Attributes that an import lacks, because only the response to the create had their values. `isLost`: no state has
   * the value either.
   */
  readonly secretsNotRestored: readonly {
    readonly to: Placed;
    readonly attribute: string;
    readonly isLost: boolean;
  }[];
}

/** `configured` has the stack and address, with or without instance key, of every resource of the new configuration. */
export function planMoves(found: Moves, configured: readonly Pick<Place, 'stack' | 'address'>[]): MovePlan {
  const conversions = findConversions(found);
  const converted = new Set(conversions.flatMap(({ from, to }) => [...from, ...to.map(({ instance }) => instance)]));
  const inStack = found.moves.filter(({ from, to }) => from.place?.stack === to.place.stack);
  const acrossAll = found.moves.filter(({ from, to }) => from.place?.stack !== to.place.stack);
  const across = acrossAll.filter(({ from }) => from.kind !== rotation.name);
  const withoutImport = acrossAll.filter(({ from }) => from.kind === rotation.name);
  const transfers: Transfer[] = [
    ...across.map(({ from, to }) => ({
      from: [from],
      to: [{ instance: to, importId: from.isNew ? undefined : from.id }],
    })),
    ...conversions,
  ];
  const complete = transfers.filter(hasIds);
  const incomplete = transfers.filter((transfer) => !hasIds(transfer));
  const forgotten = complete.flatMap(({ from }) => from).flatMap(({ place }) => place ?? []);
  const imports = complete.flatMap(({ to }) =>
    to.map(({ instance, importId }) => ({ to: instance, id: String(importId) })),
  );
  const destroyed = found.destroyed.filter((instance) => !converted.has(instance));
  const staying = [
    ...inStack.map(({ from }) => from),
    ...destroyed,
    ...[...found.ambiguous, ...found.undecided, ...found.likely, ...incomplete].flatMap(({ from }) => from),
    ...withoutImport.map(({ from }) => from),
  ];
  // `removed` applies to all instances of a resource, so it must not name a resource that has others.
  const resourcesToKeep = new Set([...configured, ...staying.flatMap(({ place }) => place ?? [])].map(resourceKey));
  const names = [
    ...new Set(
      [...inStack.map(({ to }) => to.place), ...forgotten, ...imports.map(({ to }) => to.place)].map(
        ({ stack = '' }) => stack,
      ),
    ),
  ];
  return {
    stacks: names.sort().map((stack): StackBlocks => {
      const leaving = forgotten.filter((place) => place.stack === stack);
      const isPartial = (place: Place): boolean =>
        resourcesToKeep.has(resourceKey(place)) ||
        parseAddress(place.address)?.module.some(({ key }) => key !== undefined) === true;
      const removedResources = leaving
        .filter((place) => !isPartial(place))
        .map(({ address }) => stripInstanceKeys(address));
      return {
        stack,
        moved: inStack
          .filter(({ to }) => to.place.stack === stack)
          .map(({ from, to }) => ({ from: from.place?.address ?? '', to: to.place.address })),
        removed: [...new Set(removedResources)],
        imports: imports
          .filter(({ to }) => to.place.stack === stack)
          .map(({ to, id }) => ({ to: to.place.address, id })),
        stateRm: leaving.filter(isPartial).map(({ address }) => address),
      };
    }),
    ambiguous: found.ambiguous,
    undecided: found.undecided,
    likely: found.likely,
    withoutImport,
    lostObjects: across.filter(({ from }) => !from.place).length,
    destroyed,
    created: found.created.filter((instance) => !converted.has(instance)),
    withoutId: incomplete.flatMap(({ to }) => to.map(({ instance }) => instance)),
    secretsNotRestored: complete.flatMap(({ from: [from], to }) =>
      to.flatMap(({ instance }) => {
        const isLost = from !== undefined && !from.place;
        return lostSecrets(isLost ? instance : from, instance).map((attribute) => ({
          to: instance,
          attribute,
          isLost,
        }));
      }),
    ),
  };
}

function hasIds({ to }: Transfer): boolean {
  return to.every(({ importId }) => importId !== undefined);
}

/**
 * The computed attributes that only the response to a create contains, such as the token of an API key. A sealed
 * credential has an encrypted token, any other credential has a plain one: the attribute that it lacks is not lost.
 */
function lostSecrets(from: Obj | undefined, { kind }: Obj): string[] {
  const attributes = attributesOfKind(kind);
  const isSealed = (from?.values[SEALED_FOR] ?? null) !== null;
  const unused = sealableNames(attributes).map((name) => (isSealed ? name : sealedName(name)));
  return Object.entries(attributes).flatMap(([name, { presence, omittedFromResponses }]) =>
    presence === 'computed' && omittedFromResponses && !unused.includes(name) ? [name] : [],
  );
}

function resourceKey({ stack, address }: Pick<Place, 'stack' | 'address'>): string {
  return formatPlace({ ...(stack !== undefined && { stack }), address: stripInstanceKeys(address) });
}
