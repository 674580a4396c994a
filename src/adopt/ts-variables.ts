/** Names of the variables that hold constructs, so that others can refer to them. */
import { camelCase } from '../model/naming';
import type { Declaration, Entry, Expression, Name, Section } from './expression';
import { nameKey } from './names';

/** Words that cannot name a variable, and those that the written functions use themselves. */
const reserved = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const continue debugger declare default delete ' +
    'do else enum eval export extends false finally for from function get if implements import in instanceof interface ' +
    'let new null number of package private protected public return scope secret set static string super switch symbol ' +
    'this throw true try type typeof undefined var void while with yield'
  ).split(' '),
);

/** Constructs that something refers to. */
export interface Variables {
  /** The variable of a construct, or undefined if nothing refers to it. */
  readonly of: (name: Name) => string | undefined;
  /** Whether another section refers to it. */
  readonly leaves: (name: Name) => boolean;
}

/** Finds what is referred to, and names it in camel case; `taken` are words that parameters have. */
export function nameVariables(sections: readonly Section[], taken: readonly string[]): Variables {
  const within = new Set<string>();
  const leaving = new Set<string>();
  for (const { kind, declarations } of sections) {
    for (const each of declarations) {
      for (const to of referencesOf(each)) {
        within.add(nameKey(to.resource, to.name));
        if (to.resource !== kind) leaving.add(nameKey(to.resource, to.name));
      }
    }
  }
  const referred = sections
    .flatMap(({ declarations }) => declarations)
    .filter(({ resource, name }) => within.has(nameKey(resource, name)));
  const counts = new Map<string, number>();
  for (const { name } of referred) counts.set(variable(name), (counts.get(variable(name)) ?? 0) + 1);
  const variables = new Map(
    referred.map(({ resource, name, importId }) => {
      const short = variable(name);
      const free = counts.get(short) === 1 && !reserved.has(short) && !taken.includes(short);
      return [nameKey(resource, name), free ? short : `${short}_${importId}`];
    }),
  );
  return {
    of: ({ resource, name }) => variables.get(nameKey(resource, name)),
    leaves: ({ resource, name }) => leaving.has(nameKey(resource, name)),
  };
}

/** What a declaration refers to. */
export function referencesOf({ body }: Declaration): Name[] {
  return body.flatMap(([, value]) => within(value));
}

function within(value: Expression): Name[] {
  switch (value.type) {
    case 'reference':
      return [value.to];
    case 'list':
      return value.items.flatMap(within);
    case 'object':
    case 'map':
      return value.entries.flatMap(([, member]: Entry) => within(member));
    default:
      return [];
  }
}

function variable(name: string): string {
  const camel = camelCase(name.replaceAll('-', '_').replace(/_+/g, '_'));
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}
