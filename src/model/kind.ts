import type { Json, JsonObject } from '../values/json';
import type { Words } from '../values/words';

export type ProfileName = 'spec' | 'ngrok';

/** How many objects one page of a list may have: the parameter `limit` (docs/internals/gaps.md, section 1.3). */
export const PAGE_LIMIT = { least: 1, most: 100, default: 100 } as const;

export type FormatName =
  | 'acl'
  | 'ca_certificate'
  | 'certificate_chain'
  | 'cidr'
  | 'csr'
  | 'delivery_stream_arn'
  | 'domain'
  | 'duration'
  | 'endpoint_selector'
  | 'endpoint_url'
  | 'event_type'
  | 'hostname'
  | 'json'
  | 'log_group_arn'
  | 'point_of_presence'
  | 'private_key'
  | 'resource_name'
  | 'role_arn'
  | 'sealing_key'
  | 'slot_value'
  | 'spec_event_type'
  | 'ssh_public_key'
  | 'stream_arn'
  | 'timestamp'
  | 'traffic_policy'
  | 'vault_name';

/**
 * Terraform's required, optional and computed. Removing an `optional` attribute clears it or restores its default, with
 * the exceptions of `updateBody`; removing an `optional-computed` one keeps its value.
 */
export type AttributePresence = 'required' | 'optional' | 'computed' | 'optional-computed';

/** Error code of an id that the account does not have, if the reference has none of its own. */
export const UNKNOWN_ID_CODE = 380;

export interface AttributeTarget {
  readonly kind: string;
  /** Member of a response that contains the `{id, uri}`, the list of them, or the id itself. */
  readonly responseName: string;
  /** Deleting the target deletes this object too (`cascade`), or is refused while this object names it (`refuse`). */
  readonly onDelete: 'cascade' | 'refuse';
  readonly inUseCode?: number;
  /**
   * Error code of an id that the account does not have (by default {@link UNKNOWN_ID_CODE}), and in the emulator of a
   * text that is no id of the kind (by default 223).
   */
  readonly unknownIdCode?: number;
  /** The reference in the response is ignored while this attribute is set: the service then sets the reference. */
  readonly ignoredWhile?: string;
  /** The target is a certificate for the host name in this attribute. */
  readonly certifies?: string;
}

/** An object that the service finds by the host of a URL: by its name, which may be a wildcard, or by `host:port`. */
export interface HostReference {
  readonly kind: string;
  /** Attribute of this object with the URL. */
  readonly url: string;
  /** Attribute of the target with the name. */
  readonly name: string;
  /** Deleting the target is refused while this object exists, or leaves it a URL without target (`keep`). */
  readonly onDelete: 'refuse' | 'keep';
  readonly inUseCode?: number;
}

/**
 * A default that the service sets on some objects only. While the state has no value of the attribute, this one in a
 * response is treated as null: it is neither stored nor reported as drift.
 */
export interface ConditionalDefault {
  readonly value: JsonObject;
  /** The service sets the value on objects whose `attribute` has this prefix. */
  readonly where: { readonly attribute: string; readonly prefix: string };
}

/** Endpoint that removes a value which a PATCH cannot clear: `DELETE <object>/<path>`. */
export interface DetachEndpoint {
  readonly path: string;
  /** Setting this attribute replaces the value, so the DELETE is not needed. */
  readonly replacedBy?: string;
}

/** The attribute may be set only while another attribute has this value. */
export interface AllowedOnlyWith {
  readonly attribute: string;
  readonly value: string;
}

/** What an attribute has in one profile instead of its own members. */
export interface ProfileDifference {
  readonly default?: AttributeBase['default'];
  readonly enum?: readonly string[];
  readonly format?: FormatName;
  readonly rule?: ObjectRule;
}

interface AttributeBase {
  /** Description for users in Markdown: meaning, unit, default. It also fits a data source. */
  readonly doc: string;
  /** Sentences on setting, changing and removing the value; data sources omit them. */
  readonly docOnChange?: string;
  readonly presence: AttributePresence;
  /**
   * What replaces the object. `always`: another value. `if-presence-changes`: only that the value is added or removed.
   * `if-scheme-changes`: only another scheme of the URL. `within-update`: another value, but an update deletes the
   * object and creates it again. A replacement with `create_before_destroy` would fail: the service refuses a second
   * object with the key of the first.
   */
  readonly requiresReplace?: 'always' | 'within-update' | 'if-presence-changes' | 'if-scheme-changes';
  /** Value that the service, or the provider for a setting of its own, uses if the attribute is not configured. */
  readonly default?: string | boolean | number | { readonly [key: string]: string };
  /** Profiles that have the attribute; by default all. */
  readonly profiles?: readonly ProfileName[];
  /** The profile of the service does not have the attribute, so it is always null; set by `kindIn`. */
  readonly unavailable?: true;
  /** Overrides; applied by `kindIn`. */
  readonly byProfile?: Readonly<Partial<Record<ProfileName, ProfileDifference>>>;
  readonly sensitive?: true;
  /** `always`: no response contains the value. `after-create`: only the response to the create does. */
  readonly omittedFromResponses?: 'always' | 'after-create';
  /** The value is for the provider; the service does not know it. */
  readonly providerOnly?: true;
  /**
   * The service may omit this value from responses. If it is missing, keep the value in state. If the state has none,
   * as after an import, accept the first configured value as the current one.
   */
  readonly optionalInResponse?: true;
  readonly conditionalDefault?: ConditionalDefault;
  /** Member of a response with the value, where its name differs from requests. */
  readonly responseName?: string;
  readonly detach?: DetachEndpoint;
  readonly allowedOnlyWith?: AllowedOnlyWith;
  /** `expandAttributes` adds `<name>_wo` and `<name>_wo_version`. */
  readonly hasWriteOnlyVariant?: true;
  /**
   * `expandAttributes` adds `sealed_<name>`, `sealed_for`, the public key with which the provider encrypts the value,
   * and `rotation`.
   */
  readonly hasSealedVariant?: true;
  /** `expandAttributes` adds `must_admit`, networks that the provider keeps the object from denying. */
  readonly hasMustAdmit?: true;
  /** `expandAttributes` adds those of `variants/admission.ts`, which the provider computes from the rule. */
  readonly hasAdmission?: true;
  /** Terraform never stores the value in plan or state; set by `expandAttributes` on `<name>_wo`. */
  readonly writeOnly?: true;
  /** Required when the object is created; optional after an import, because no response contains the value. */
  readonly requiredOnCreate?: true;
  /**
   * For computed attributes: `true` if any update may change the value; otherwise the dotted paths, from the root of
   * the resource, of the attributes whose change may. Without it, here or on an attribute around it, only an update
   * that creates the object again (`within-update`) may.
   */
  readonly recomputedWhen?: true | readonly string[];
  readonly deprecated?: Words;
  /** At least two, for tests and the reference, if type and format do not determine valid values. */
  readonly examples?: readonly Json[];
}

export interface ScalarAttribute extends AttributeBase {
  readonly type: 'string' | 'number' | 'bool';
  readonly format?: FormatName;
  readonly enum?: readonly string[];
  readonly enumIgnoresCase?: true;
  readonly allowedNumbers?: readonly number[];
  /** Limit in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Limit in Unicode characters, where the documents count these. */
  readonly maxCharacters?: number;
  /** The service treats the empty string as null. */
  readonly emptyIsAbsent?: true;
  readonly ref?: AttributeTarget;
  /**
   * The value of a composite or data source is the id of an object of this kind; attributes of objects have a `ref`.
   */
  readonly idOf?: string;
  /** Responses contain `{id, uri}`, of which this is the id. */
  readonly idOfRef?: true;
  /** A configured name, such as an e-mail address, is kept; responses contain the id. */
  readonly acceptsAlias?: true;
}

/** A list, set or map of strings. The service treats an empty collection as null, except a map with a `default`. */
export interface StringsAttribute extends AttributeBase {
  readonly type: 'list' | 'set' | 'map';
  readonly elements: 'string';
  readonly format?: FormatName;
  readonly enum?: readonly string[];
  readonly enumIgnoresCase?: true;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The API represents each string as an object with this member. */
  readonly elementMember?: string;
  readonly ref?: AttributeTarget;
  readonly rule?: MapRule;
}

/** Semantically equal keys are duplicates. */
export interface MapKeySchema {
  readonly format: FormatName;
}

/** A null element of a map is ignored. */
export interface ObjectsAttribute extends AttributeBase {
  readonly type: 'set' | 'list' | 'map';
  readonly elements: Attributes;
  /** Required for maps. */
  readonly keys?: MapKeySchema;
  /** Member that identifies an element of a set. */
  readonly idMember?: string;
  readonly rule?: ObjectRule;
}

export interface ObjectAttribute extends AttributeBase {
  readonly type: 'object';
  readonly attributes: Attributes;
  /** Exactly one of these members is set; a PATCH with another one clears it. */
  readonly exactlyOne?: readonly string[];
  /** How a PATCH removes the object: with `null`, by clearing its members, or not at all, which is the default. */
  readonly clearBy?: 'null' | 'members' | 'never';
  /** Dotted paths of members. If all are empty, in a response or a configuration, the object equals null. */
  readonly nullWhenAllEmpty?: readonly string[];
  /** The object is the `{id, uri}` of another one. */
  readonly foundByHost?: HostReference;
}

export type Attribute = ScalarAttribute | StringsAttribute | ObjectsAttribute | ObjectAttribute;

/** Attributes by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** Over the members of one element, see `formats/event-source.ts`. `spec_event_source`: with the fields of `spec`. */
export type ObjectRule = 'event_source' | 'spec_event_source';

/** See `formats/critical-options.ts`. */
export type MapRule = 'critical_options';

/** Attributes of which at most one may be set. */
export interface Conflict {
  readonly attributes: readonly string[];
}

/** `attribute` may be set only if the set `requires` contains `element`. */
export interface RequiresElement {
  readonly attribute: string;
  readonly requires: string;
  readonly element: string;
  /** The service also requires the attribute while the set contains the element: a plan must not remove it. */
  readonly elementRequiresAttribute?: true;
}

export interface KindErrorCodes {
  /** Refuses a second object with the same key. Two pooled cloud endpoints may have one URL all the same. */
  readonly duplicate?: number;
  /** The account, or another object, already has the largest number of these objects. */
  readonly limit?: number;
}

/** Attributes that identify an object for people. */
export interface NaturalKey {
  /** Dotted paths, compared by semantic equality. */
  readonly attributes: readonly string[];
  /** The service rejects a second object with the same key. */
  readonly unique: boolean;
}

/** One type of objects of the service, also one that the API only reads, such as sessions. */
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
  /** Ids are `<idPrefix>_<27 characters>`. */
  readonly idPrefix: string;
  /** Other prefixes of ids of the kind in documents of the service. */
  readonly otherIdPrefixes?: readonly string[];
  /** Profiles that have the kind; by default all. */
  readonly profiles?: readonly ProfileName[];
  /** The collection contains objects of other kinds too; those of this kind have this value. */
  readonly listedWhere?: { readonly attribute: string; readonly value: string };
  /** The API only reads the objects: a data source exists, and no resource. */
  readonly readOnly?: true;
  /** The API can delete the objects although they are `readOnly`; this signs a person out. */
  readonly endedByDelete?: true;
  /** An older collection with the same objects; its list has no filter. */
  readonly olderCollection?: { readonly path: string; readonly listKey: string };
  /**
   * The objects are about persons. So the data source of one object marks all attributes but `id` and `uri` as
   * sensitive, and the data source of a list the whole list.
   */
  readonly personalData?: true;
  readonly naturalKey?: NaturalKey;
  /** The list operation accepts a CEL `filter`. */
  readonly listFilter: boolean;
  /** Paths below `obj` that `filter` may use beside `id`, `created_at`, `description` and `metadata`. */
  readonly filterFields?: readonly string[];
  readonly errorCodes: KindErrorCodes;
  /** HTTP status of a conflict with another object, by default 409. For 400 see docs/internals/gaps.md, section 8. */
  readonly conflictStatus?: 400;
  readonly requires?: readonly RequiresElement[];
  readonly conflicts?: readonly Conflict[];
  readonly attributes: Attributes;
}

/** A resource without an object of its own at the service. */
export interface Composite extends Pick<Kind, 'name' | 'title' | 'doc' | 'attributes'> {
  /**
   * Manages all objects of `kind` with one value of `attribute`, except grants that it keeps; a resource of one such
   * object conflicts with it.
   */
  readonly exclusive?: { readonly kind: string; readonly attribute: string };
}

export type IdPrefixes = Pick<Kind, 'idPrefix' | 'otherIdPrefixes'>;

/** By the form only: `ipp_1` is an id of an IP policy. */
export function isObjectId(kind: IdPrefixes, value: string): boolean {
  return listIdPrefixes(kind).some(
    (prefix) => value.startsWith(`${prefix}_`) && /^[A-Za-z0-9]+$/.test(value.slice(prefix.length + 1)),
  );
}

/** The current one first. */
export function listIdPrefixes({ idPrefix, otherIdPrefixes = [] }: IdPrefixes): readonly string[] {
  return [idPrefix, ...otherIdPrefixes];
}

/** Of an object, or of the elements of a collection of objects; none for other attributes. */
export function membersOf(attribute: Attribute): Attributes {
  if (attribute.type === 'object') return attribute.attributes;
  return 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : {};
}

/** With the sentence about replacement, unless the attribute is computed. */
export function attributeDoc({ doc, docOnChange, presence, requiresReplace }: Attribute): string {
  const replace = presence === 'computed' ? undefined : requiresReplace && REPLACE_DOC[requiresReplace];
  return [doc, docOnChange, replace].filter(Boolean).join(' ');
}

const REPLACE_DOC = {
  always: 'Changing it replaces the object.',
  'within-update':
    'The service cannot change it, so an update deletes the object and creates it again: `id` is known after apply.',
  'if-presence-changes': 'Adding or removing it replaces the object.',
  'if-scheme-changes': 'Another scheme replaces the object.',
};
