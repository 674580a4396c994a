import type { CdktfLibrary } from '../model/cdktf-library';
import type { AccountInventory } from '../model/inventory';
import type { StateObject } from '../objects/from-states';
import type { KindDeclarations } from './expression';
import type { Candidate, Selection } from './select';

export interface AdoptionInput {
  readonly account: AccountInventory;
  /** The objects of all states, which are not adopted. */
  readonly inState: readonly StateObject[];
  /** An edited list: only its objects are adopted, with its names. */
  readonly list?: AdoptionList;
  readonly creators?: Creators;
}

/** Creators of objects by id: `ann@example.com in the dashboard`. */
export type Creators = ReadonlyMap<string, string>;

export interface AdoptionList {
  readonly version: 1;
  readonly objects: readonly { readonly kind: string; readonly id: string; readonly name: string }[];
}

export interface Adoption extends Omit<Selection, 'objects'> {
  readonly objects: readonly NamedObject[];
  /** Id for `account_object`; undefined if nothing is adopted. */
  readonly accountObject: string | undefined;
  /** The configuration by kind, in the model's order of kinds; no section is empty. */
  readonly sections: readonly KindDeclarations[];
}

export interface NamedObject extends Candidate {
  readonly name: string;
  /** The natural key, unless it has a key or certificate; otherwise the description. Null if there is neither. */
  readonly label: string | null;
  readonly createdBy: string | null;
}

export interface AdoptedFile {
  /** Relative to the output folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface RenderOptions {
  readonly version: string;
  readonly providerAddress: string;
  /** Whether a registry or mirror of a team serves the provider, so that synth does not place it. */
  readonly isPublished?: boolean;
  /** Profile of the service; constructs of the public service require it. Default `spec`. */
  readonly profile?: string;
  /** What `npm install` installs as this package: `file:` and a path. Default: this version from a registry. */
  readonly packageSource?: string;
  /** The library of the TypeScript code. Default `cdktf`. */
  readonly library?: CdktfLibrary;
  /** Name of the binary in the commands of the README. Default `terraform`. */
  readonly terraformCommand?: string;
}
