// Generated from the model by scripts/generate-constructs.ts. Do not edit.
/** What each construct with the input has. */
export interface AclInput {
  /** The input value of `acl`. */
  get aclInput(): readonly string[] | undefined;
  /** Unsets `acl`. */
  resetAcl(): void;
}

/** What each construct with the input has. */
export interface DescriptionInput {
  /** The input value of `description`. */
  get descriptionInput(): string | undefined;
  /** Unsets `description`. */
  resetDescription(): void;
}

/** What each construct with the input has. */
export interface FilterInput {
  /** The input value of `filter`. */
  get filterInput(): string | undefined;
  /** Unsets `filter`. */
  resetFilter(): void;
}

/** What each construct with the input has. */
export interface IdInput {
  /** The input value of `id`. */
  get idInput(): string | undefined;
  /** Unsets `id`. */
  resetId(): void;
}

/** What each construct with the input has. */
export interface MetadataInput {
  /** The input value of `metadata`. */
  get metadataInput(): string | undefined;
  /** Unsets `metadata`. */
  resetMetadata(): void;
}

/** What each construct with the input has. */
export interface OwnerIdInput {
  /** The input value of `ownerId`. */
  get ownerIdInput(): string | undefined;
  /** Unsets `ownerId`. */
  resetOwnerId(): void;
}
