/**
 * The shape of a resource kind as data.
 *
 * One kind of the service is one value of type {@link Kind} in `model/resources/`. The client, the provider's schema
 * and plan, the constructs, the emulator's validation and the reference documentation are derived from it; nothing
 * about a kind is written a second time.
 */

import type { Json, JsonObject } from './json';

/** Names of the checks in `model/rules/` that an attribute can ask for. */
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

/** Names of the equalities in `model/rules/` under which two spellings of an attribute mean the same. */
export type EqualityName = 'case' | 'cidr' | 'hostname' | 'json' | 'pem' | 'ssh_key' | 'timestamp';

/** Who supplies an attribute's value. */
export type Presence =
  /** The user must give it. */
  | 'required'
  /** The user may give it; when removed from the configuration it is cleared, or becomes its default. */
  | 'optional'
  /** Only the service gives it. */
  | 'computed'
  /** The user may give it, otherwise the service chooses; when removed from the configuration the value is kept. */
  | 'optional-computed';

/** A reference to an object of another kind. */
export interface Reference {
  /** The kind whose `id` stands here. */
  readonly kind: string;
  /** The member of an answer that carries the `{id, uri}` (or the list of them) in place of this attribute. */
  readonly responseName: string;
  /** `cascade`: deleting the target deletes this object. A number: deleting the target is refused with this error code. */
  readonly onDelete: 'cascade' | number;
  /** Error code when no such object exists. */
  readonly errorCode?: number;
  /** While this attribute is set, the answer's reference is the service's own doing and no value of this one. */
  readonly ignoredWhile?: string;
}

/**
 * A value that the service gives some objects by itself. While none is declared, an answer with just this value stands
 * for none: it is no part of a state, no drift, and nothing to be taken away.
 */
export interface ServerDefault {
  readonly value: JsonObject;
  /** The objects that may get it: those of which this attribute begins so. */
  readonly where: { readonly attribute: string; readonly prefix: string };
}

/** How the service lets go of a value that a PATCH cannot clear: DELETE of a sub-resource of the object. */
export interface DetachEndpoint {
  /** Last segment of the path: `DELETE <object>/<path>`. */
  readonly path: string;
  /** Setting this attribute displaces the value, so that nothing has to be deleted first. */
  readonly replacedBy?: string;
  /** Error code while {@link replacedBy} is set: then what is attached is the service's own doing. */
  readonly errorCode?: number;
}

/** The attribute may be set only while another one has a certain value. */
export interface AllowedOnlyWith {
  readonly attribute: string;
  readonly value: string;
  readonly errorCode: number;
}

/** What a profile's service does otherwise with an attribute. */
export interface ProfileDifference {
  readonly default?: AttributeBase['default'];
  readonly enum?: readonly string[];
  readonly format?: FormatName;
}

interface AttributeBase {
  /** What the attribute means to a user: sentences in Markdown, never just its name. */
  readonly doc: string;
  readonly presence: Presence;
  /** `true`: another value needs a new object. `presence`: only a change between set and unset does. */
  readonly requiresReplace?: 'always' | 'if-presence-changes';
  /** Value that the service uses when none is given (and that a removed attribute returns to). */
  readonly default?: string | boolean | number | { readonly [key: string]: string };
  /** Differences by the name of the profile; `kindIn` of profiles/kind-in.ts applies them. */
  readonly byProfile?: Readonly<Record<string, ProfileDifference>>;
  /** Never shown in plans and logs. */
  readonly sensitive?: true;
  /** `never`: no answer holds it. `once`: only the answer to its creation does. */
  readonly readback?: 'never' | 'on-create';
  /**
   * An answer without it says nothing, since the service takes the value and need not answer it: what is known of it
   * stays. For an object that exists and of which nothing is known the first value given tells what it has already.
   */
  readonly optionalInResponse?: true;
  /** What the service may set where nothing is given, see {@link ServerDefault}. */
  readonly serverDefault?: ServerDefault;
  /** Member of an answer that holds the value, where it has another name than in requests. */
  readonly responseName?: string;
  readonly detach?: DetachEndpoint;
  readonly allowedOnlyWith?: AllowedOnlyWith;
  /** Has a write-only twin `<name>_wo` with `<name>_wo_version`, so that the value needs to stand in no plan or state. */
  readonly hasWriteOnlyVariant?: true;
  /** Stands in the configuration only, never in a plan or state: a twin, made by `declaredAttributes` of twins.ts. */
  readonly writeOnly?: true;
  /** Must be given where its parent object comes into being; not asked for after an import (design: 'unreadable'). */
  readonly requiredOnCreate?: true;
  /** For computed attributes: `true` if any update may change it, or the paths whose change may. Otherwise it is stable. */
  readonly recomputedWhen?: true | readonly string[];
  readonly deprecated?: string;
  /** At least two valid values that differ in meaning, where type and format do not tell what one looks like. */
  readonly examples?: readonly Json[];
  /** Error code of an invalid value; 215 ('bad value of a field') unless given. */
  readonly errorCode?: number;
  /** Error code of an empty string where a value is needed; {@link errorCode} unless given. */
  readonly emptyErrorCode?: number;
  /** Error code of an update that names the attribute although it cannot be changed; 214 unless given. */
  readonly changeErrorCode?: number;
}

/** A single string, number or truth value. */
export interface ScalarAttribute extends AttributeBase {
  readonly type: 'string' | 'number' | 'bool';
  readonly format?: FormatName;
  readonly equality?: EqualityName;
  readonly enum?: readonly string[];
  /** The numbers that are allowed. */
  readonly numbers?: readonly number[];
  /** Limit in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** The empty string and absence are the same thing at the service. */
  readonly emptyIsAbsent?: true;
  readonly ref?: Reference;
}

/** A list, set or map of strings. At the service an empty one and an absent one are the same thing. */
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

/** What the keys of a map are: two keys that are equal in meaning are one key, and must not stand there both. */
export interface MapKeySchema {
  readonly format: FormatName;
  readonly equality: EqualityName;
  /** Error code of a key that is invalid. */
  readonly errorCode: number;
}

/** A collection of objects: a set, told apart by one member; a list; or a map by `keys`, where null is no element. */
export interface ObjectsAttribute extends AttributeBase {
  readonly type: 'set' | 'list' | 'map';
  readonly elements: Attributes;
  /** For maps only, which need it. */
  readonly keys?: MapKeySchema;
  /** The member that identifies an element; unique within the set. Lists need none. */
  readonly identity?: string;
  /** Error code when two elements have one identity. */
  readonly duplicateErrorCode?: number;
  readonly rule?: ObjectRule;
}

/** One nested object. */
export interface ObjectAttribute extends AttributeBase {
  readonly type: 'object';
  readonly attributes: Attributes;
  /** Of these members exactly one is set; setting another replaces it. */
  readonly exactlyOne?: readonly string[];
  /** Error codes for {@link exactlyOne}: none set, several set, another one than before (of those that replace). */
  readonly exactlyOneErrorCodes?: { readonly none: number; readonly several: number; readonly changed?: number };
  /** How a PATCH removes it: by `null`, by clearing its members, or not at all (something else removes it). */
  readonly clearBy?: 'null' | 'members' | 'never';
  /** Members that are all empty in an answer mean that the object itself is absent (gaps.md section 0, `binding`). */
  readonly nullWhenAllEmpty?: readonly string[];
}

/** One attribute of a kind. */
export type Attribute = ScalarAttribute | StringsAttribute | ObjectsAttribute | ObjectAttribute;

/** Attributes by name, in the order in which they are documented. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** Rules over one element that no single attribute can state; functions in `model/rules/`. */
export type ObjectRule = 'event_source';

/** Rules over a map; functions in `model/rules/`. */
export type MapRule = 'critical_options';

/** Of these attributes at most one is set. */
export interface Conflict {
  readonly attributes: readonly string[];
  readonly errorCode: number;
}

/** `attribute` may be set only if the set `needs` holds `element`. */
export interface RequiresElement {
  readonly attribute: string;
  readonly requires: string;
  readonly element: string;
  /** The service cannot remove the attribute while the set holds the element, so a plan that does is an error. */
  readonly mutual?: true;
  readonly errorCode: number;
}

/** Error codes of a kind (gaps.md section 1.6), by what went wrong; where none is given the common code is used. */
export interface KindErrorCodes {
  readonly notFound?: number;
  readonly emptyUpdate?: number;
  readonly duplicate?: number;
  readonly missing?: number;
}

/** What tells two objects of a kind apart for a human: gaps.md section 0.1. */
export interface NaturalKey {
  /** Attribute paths that together are the key; compared by the attributes' own equality. */
  readonly attributes: readonly string[];
  /** Whether the service refuses a second object with the same key. */
  readonly unique: boolean;
}

/** One kind of configuration object of the service. */
export interface Kind {
  /** Singular, lower snake case: `ip_policy`. The Terraform type is `netingress_<name>`. */
  readonly name: string;
  /** Plural of {@link name}. */
  readonly plural: string;
  /** What a person calls one: `IP policy`. */
  readonly title: string;
  readonly doc: string;
  /** Path of the collection, with leading slash. */
  readonly path: string;
  /** Member of a list answer that holds the objects. */
  readonly listKey: string;
  /** Identifiers are `<idPrefix>_<27 characters>`. */
  readonly idPrefix: string;
  readonly naturalKey?: NaturalKey;
  /** Whether changes emit `<name>_created.v0` and so on. */
  readonly audited: boolean;
  /** Whether the list operation takes a CEL `filter`. */
  readonly listFilter: boolean;
  /** Paths below `obj` that `filter` may name, beside `id`, `created_at`, `description` and `metadata` (gaps.md 1.3). */
  readonly filterFields?: readonly string[];
  readonly errorCodes: KindErrorCodes;
  readonly requires?: readonly RequiresElement[];
  readonly conflicts?: readonly Conflict[];
  readonly attributes: Attributes;
}
