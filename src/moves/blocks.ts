/** Converts moves to `moved`, `removed` and `import` blocks of each stack. */
import type { Attributes } from '../model/kind';
import type { Ambiguity, Moves } from './find-moves';
import type { Instance } from './instances';
import { type Conversion, findConversions } from './rule-sets';
import { IDENTITIES } from './same-object';

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
  /** Moves to another stack whose object id is not known. */
  readonly withoutId: readonly Instance[];
  /** Values that an import does not restore. */
  readonly lost: readonly { readonly to: Instance; readonly attribute: string }[];
}

interface Transfer {
  readonly from: Instance;
  readonly to: Instance;
  readonly importId: string | undefined;
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
  const transfers = across.map(({ from, to }): Transfer => ({ from, to, importId: from.id }));
  const complete = transfers.filter(({ importId }) => importId !== undefined);
  const forgotten = [...complete.map(({ from }) => from), ...conversions.flatMap(({ from }) => from)];
  const imports = [...complete.map(toImport), ...conversions.flatMap(conversionImports)];
  const destroyed = found.destroyed.filter((instance) => !converted.has(instance));
  // `removed` applies to all instances of a resource.
  const kept = new Set(
    [...configured, ...[...inStack.map(({ from }) => from), ...destroyed]].map(({ stack, address }) =>
      resourceKey(stack, address),
    ),
  );
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
        kept.has(resourceKey(stack, address)) || withoutKey(address).includes('[');
      const whole = leaving.filter((instance) => !isPartial(instance)).map(({ address }) => withoutKey(address));
      return {
        stack,
        moved: inStack
          .filter(({ to }) => to.stack === stack)
          .map(({ from, to }) => ({ from: from.address, to: to.address })),
        removed: [...new Set(whole)],
        imports: imports.filter(({ to }) => to.stack === stack).map(({ to, id }) => ({ to: to.address, id })),
        stateRm: leaving.filter(isPartial).map(({ address }) => address),
      };
    }),
    ambiguous: found.ambiguous,
    destroyed,
    created: found.created.filter((instance) => !converted.has(instance)),
    withoutId: transfers.filter(({ importId }) => importId === undefined).map(({ to }) => to),
    lost: complete.flatMap(({ to }) => secretsOf(to).map((attribute) => ({ to, attribute }))),
  };
}

function toImport({ to, importId }: Transfer): { to: Instance; id: string } {
  return { to, id: importId as string };
}

function conversionImports({ to }: Conversion): { to: Instance; id: string }[] {
  return to.map(({ instance, importId }) => ({ to: instance, id: importId }));
}

/** Computed values that only the response to a create contains, such as the token of an API key. */
function secretsOf({ type }: Instance): string[] {
  const attributes: Attributes = IDENTITIES.find((identity) => identity.type === type)?.attributes ?? {};
  return Object.entries(attributes).flatMap(([name, { presence, omittedFromResponses }]) =>
    presence === 'computed' && omittedFromResponses ? [name] : [],
  );
}

function withoutKey(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]$/, '');
}

function resourceKey(stack: string, address: string): string {
  return `${stack}/${withoutKey(address)}`;
}
