import { groupBy } from '../model/arrays';
import { camelCase } from '../model/naming';
import { objectKey } from '../model/object-key';
import type { Declaration, DeclaredName, DeclaredValue, KindDeclarations, ObjectEntry } from './expression';

/** Reserved words of TypeScript, and names in the generated functions. */
const RESERVED_WORDS = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const continue debugger declare default delete ' +
    'do else enum eval export extends false finally for from function get if implements import in instanceof interface ' +
    'let new null number of package private protected public return scope secret set static string super switch symbol ' +
    'this throw true try type typeof undefined var void while with yield'
  ).split(' '),
);

export interface Variables {
  /** Undefined if no construct refers to this one. */
  readonly find: (name: DeclaredName) => string | undefined;
  readonly isUsedElsewhere: (name: DeclaredName) => boolean;
}

/**
 * Names the variables in camel case: `office`. If several would have the name, or if it is a reserved word or in
 * `taken` (the names of parameters), the id of the object follows: `office_ipp_1`.
 */
export function nameVariables(sections: readonly KindDeclarations[], taken: readonly string[]): Variables {
  const references = sections.flatMap(({ kind, declarations }) =>
    declarations
      .flatMap(findResourceNames)
      .map(({ type, name }) => ({ key: objectKey(type, name), isUsedElsewhere: type !== kind })),
  );
  const referencedKeys = new Set(references.map(({ key }) => key));
  const usedElsewhere = new Set(references.flatMap(({ key, isUsedElsewhere }) => (isUsedElsewhere ? [key] : [])));
  const referred = sections
    .flatMap(({ declarations }) => declarations)
    .filter(({ type, name }) => referencedKeys.has(objectKey(type, name)));
  const sameName = groupBy(referred, ({ name }) => variable(name));
  const variables = new Map(
    referred.map(({ type, name, importId }) => {
      const short = variable(name);
      const free = sameName.get(short)?.length === 1 && !RESERVED_WORDS.has(short) && !taken.includes(short);
      return [objectKey(type, name), free ? short : `${short}_${importId}`];
    }),
  );
  return {
    find: ({ type, name }) => variables.get(objectKey(type, name)),
    isUsedElsewhere: ({ type, name }) => usedElsewhere.has(objectKey(type, name)),
  };
}

/** The resources that the declaration refers to, in order and with repetitions. */
export function findResourceNames({ body }: Declaration): DeclaredName[] {
  return body.flatMap(([, value]) => within(value));
}

function within(value: DeclaredValue): DeclaredName[] {
  switch (value.type) {
    case 'reference':
      return [value.to];
    case 'list':
      return value.items.flatMap(within);
    case 'object':
    case 'map':
      return value.members.flatMap(([, member]: ObjectEntry) => within(member));
    case 'policy':
      return value.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.to]));
    default:
      return [];
  }
}

function variable(name: string): string {
  const camel = camelCase(name.replaceAll('-', '_').replace(/_+/g, '_'));
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}
