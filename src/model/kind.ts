/**
 * The schema of a resource type as data. The client, the provider's schema and plan, the constructs, the emulator's
 * validation and the reference documentation are derived from it.
 */

import type { Json, JsonObject } from './json';

/** Error code of an invalid value where the model names no other one. */
export const DEFAULT_INVALID_CODE = 215;

/** Objects per page of a list. */
export const PAGE_LIMIT = { least: 1, most: 100, default: 100 } as const;

/** Names of the format checks in `model/formats/formats.ts`. */
export type FormatName =
  | 'acl'
  | 'arn'
  | 'ca_certificate'
  | 'certificate_chain'
  | 'cidr'
  | 'csr'
  | 'domain'
  | 'duration'
  | 'endpoint_selector'
  | 'event_type'
  | 'hostname'
  | 'private_key'
  | 'resource_name'
  | 'role_arn'
  | 'ssh_public_key'
  | 'timestamp';

/** Names of the semantic equalities in `model/canonical.ts`. */
export type EqualityName = 'case' | 'cidr' | 'hostname' | 'json' | 'pem' | 'ssh_key' | 'timestamp';

/** Terraform's required, optional and computed. Removing an `optional` attribute clears it or restores its default. */
export type Presence = 'required' | 'optional' | 'computed' | 'optional-computed';

/** A reference to the `id` of an object of another kind. */
export interface Reference {
  readonly kind: string;
  /** Member of a response that contains the `{id, uri}`, or the list of them. */
  readonly responseName: string;
  /** `cascade`: deleting the target deletes this object. A number: error code of the rejected deletion. */
  readonly onDelete: 'cascade' | number;
  /** Error code when no such object exists. */
  readonly errorCode?: number;
  /** Ignore the reference in the response while this attribute is set; the service created it. */
  readonly ignoredWhile?: string;
}

/**
 * A value that the service sets on some objects. If the attribute is not configured, this value is treated as null: it
 * is not stored, reported as drift, or removed.
 */
export interface ServerDefault {
  readonly value: JsonObject;
  /** The service sets the value on objects whose `attribute` has this prefix. */
  readonly where: { readonly attribute: string; readonly prefix: string };
}

/** Endpoint that removes a value which a PATCH cannot clear: `DELETE <object>/<path>`. */
export interface DetachEndpoint {
  readonly path: string;
  /** Setting this attribute replaces the value, so the DELETE is not needed. */
  readonly replacedBy?: string;
  /** Error code of the DELETE while {@link replacedBy} is set: the service attached the value. */
  readonly errorCode?: number;
}

/** The attribute may be set only while another attribute has this value. */
export interface AllowedOnlyWith {
  readonly attribute: string;
  readonly value: string;
  readonly errorCode: number;
}

/** Overrides of an attribute in one profile. */
export interface ProfileDifference {
  readonly default?: AttributeBase['default'];
  readonly enum?: readonly string[];
  readonly format?: FormatName;
}

interface AttributeBase {
  /** Description for users in Markdown: meaning, unit, default. Complete sentences that also fit a data source. */
  readonly doc: string;
  /** Sentences on setting, changing and removing the value; data sources omit them. */
  readonly docOnChange?: string;
  readonly presence: Presence;
  /** Replace the object when the value changes, or only when it is added or removed. */
  readonly requiresReplace?: 'always' | 'if-presence-changes';
  /** Value that the service uses if none is set. */
  readonly default?: string | boolean | number | { readonly [key: string]: string };
  /** Overrides by name of the profile; applied by `kindIn`. */
  readonly byProfile?: Readonly<Record<string, ProfileDifference>>;
  readonly sensitive?: true;
  /** `never`: no response contains the value. `on-create`: only the response to the create does. */
  readonly readback?: 'never' | 'on-create';
  /**
   * The service may omit this value from responses. If it is missing, keep the value in state. After an import, accept
   * the first configured value as the current one.
   */
  readonly optionalInResponse?: true;
  readonly serverDefault?: ServerDefault;
  /** Member of a response with the value, where its name differs from requests. */
  readonly responseName?: string;
  readonly detach?: DetachEndpoint;
  readonly allowedOnlyWith?: AllowedOnlyWith;
  /** Has a write-only variant `<name>_wo` with `<name>_wo_version`. */
  readonly hasWriteOnlyVariant?: true;
  /** Write-only argument, derived by `expandWriteOnly`. */
  readonly writeOnly?: true;
  /** Required when the parent object is created; optional after an import, because no response contains the value. */
  readonly requiredOnCreate?: true;
  /** For computed attributes: `true` if any update may change the value, or the paths whose change may. */
  readonly recomputedWhen?: true | readonly string[];
  readonly deprecated?: string;
  /** At least two valid values with different meanings, where type and format do not define one. */
  readonly examples?: readonly Json[];
  /** Error code of an invalid value; by default {@link DEFAULT_INVALID_CODE}. */
  readonly errorCode?: number;
  /** Error code of an empty string where a value is required; by default {@link errorCode}. */
  readonly emptyErrorCode?: number;
  /** Error code of an update of an attribute that cannot change; by default 214. */
  readonly changeErrorCode?: number;
}

/** A string, number or boolean. */
export interface ScalarAttribute extends AttributeBase {
  readonly type: 'string' | 'number' | 'bool';
  readonly format?: FormatName;
  readonly equality?: EqualityName;
  readonly enum?: readonly string[];
  /** Allowed numbers. */
  readonly numbers?: readonly number[];
  /** Limit in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** The service treats the empty string as null. */
  readonly emptyIsAbsent?: true;
  readonly ref?: Reference;
}

/** A list, set or map of strings. The service treats an empty collection as null. */
export interface StringsAttribute extends AttributeBase {
  readonly type: 'list' | 'set' | 'map';
  readonly elements: 'string';
  readonly format?: FormatName;
  readonly equality?: EqualityName;
  readonly enum?: readonly string[];
  readonly minItems?: number;
  readonly ref?: Reference;
  readonly rule?: MapRule;
}

/** Schema of the keys of a map. Semantically equal keys are duplicates. */
export interface MapKeySchema {
  readonly format: FormatName;
  readonly equality: EqualityName;
  readonly errorCode: number;
}

/** A set, list or map of objects. A null element of a map is ignored. */
export interface ObjectsAttribute extends AttributeBase {
  readonly type: 'set' | 'list' | 'map';
  readonly elements: Attributes;
  /** Required for maps. */
  readonly keys?: MapKeySchema;
  /** Member that identifies an element of a set. */
  readonly identity?: string;
  /** Error code of two elements with one identity. */
  readonly duplicateErrorCode?: number;
  readonly rule?: ObjectRule;
}

/** One nested object. */
export interface ObjectAttribute extends AttributeBase {
  readonly type: 'object';
  readonly attributes: Attributes;
  /** Exactly one of these members is set; setting another member replaces it. */
  readonly exactlyOne?: readonly string[];
  /** Error codes for {@link exactlyOne}: no member set, several set, or another member than before. */
  readonly exactlyOneErrorCodes?: { readonly none: number; readonly several: number; readonly changed?: number };
  /** How a PATCH removes the object: with `null`, by clearing its members, or not at all. */
  readonly clearBy?: 'null' | 'members' | 'never';
  /** If all these members of a response are empty, the object is null. */
  readonly nullWhenAllEmpty?: readonly string[];
}

export type Attribute = ScalarAttribute | StringsAttribute | ObjectsAttribute | ObjectAttribute;

/** Attributes by name, in the order of the documentation. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** A rule over the members of one element; see `model/formats/event-source.ts`. */
export type ObjectRule = 'event_source';

/** A rule over a map; see `model/formats/critical-options.ts`. */
export type MapRule = 'critical_options';

/** At most one of these attributes is set. */
export interface Conflict {
  readonly attributes: readonly string[];
  readonly errorCode: number;
}

/** `attribute` may be set only if the set `requires` contains `element`. */
export interface RequiresElement {
  readonly attribute: string;
  readonly requires: string;
  readonly element: string;
  /** The service cannot remove the attribute while the set contains the element, so such a plan is an error. */
  readonly mutual?: true;
  readonly errorCode: number;
}

/** Error codes of a kind where they differ from the common ones. */
export interface KindErrorCodes {
  readonly notFound?: number;
  readonly emptyUpdate?: number;
  readonly duplicate?: number;
  readonly missing?: number;
}

/** Attributes that identify an object for people. */
export interface NaturalKey {
  /** Dotted paths, compared by semantic equality. */
  readonly attributes: readonly string[];
  /** The service rejects a second object with the same key. */
  readonly unique: boolean;
}

/** One type of configuration object of the service. */
export interface Kind {
  /** Singular in snake case: `ip_policy`. The Terraform type is `netingress_<name>`. */
  readonly name: string;
  readonly plural: string;
  /** Display name: `IP policy`. */
  readonly title: string;
  readonly doc: string;
  /** Path of the collection, with leading slash. */
  readonly path: string;
  /** Member of a list response that contains the objects. */
  readonly listKey: string;
  /** Identifiers are `<idPrefix>_<27 characters>`. */
  readonly idPrefix: string;
  readonly naturalKey?: NaturalKey;
  /** Changes emit `<name>_created.v0`, `<name>_updated.v0` and `<name>_deleted.v0`. */
  readonly audited: boolean;
  /** The list operation accepts a CEL `filter`. */
  readonly listFilter: boolean;
  /** Paths below `obj` that `filter` may use beside `id`, `created_at`, `description` and `metadata`. */
  readonly filterFields?: readonly string[];
  readonly errorCodes: KindErrorCodes;
  readonly requires?: readonly RequiresElement[];
  readonly conflicts?: readonly Conflict[];
  readonly attributes: Attributes;
}

/** A resource without an object of its own at the service: it manages a set of objects, or waits for a state. */
export interface Composite extends Pick<Kind, 'name' | 'title' | 'doc' | 'attributes' | 'errorCodes'> {
  /** The resource manages all objects of `kind` with one value of `attribute`; single resources of it conflict. */
  readonly exclusive?: { readonly kind: string; readonly attribute: string };
}

/** Returns whether the string has the form of an identifier of the kind; the object need not exist. */
export function isObjectId({ idPrefix }: Pick<Kind, 'idPrefix'>, value: string): boolean {
  return value.startsWith(`${idPrefix}_`) && /^[A-Za-z0-9]+$/.test(value.slice(idPrefix.length + 1));
}

/** Returns the complete description of an attribute of a resource, including when a change replaces the object. */
export function attributeDoc({ doc, docOnChange, presence, requiresReplace }: Attribute): string {
  const replace = presence === 'computed' ? undefined : requiresReplace && REPLACE_DOC[requiresReplace];
  return [doc, docOnChange, replace].filter(Boolean).join(' ');
}

const REPLACE_DOC = {
  always: 'Changing it replaces the object.',
  'if-presence-changes': 'Adding or removing it replaces the object.',
};
