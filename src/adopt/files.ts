/** What adoption writes. */

/** A file of the output. */
export interface AdoptedFile {
  /** Relative to the output folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What the output says of the program that wrote it. */
export interface WriteOptions {
  /** Version of this package. */
  readonly version: string;
  /** Source address of the provider. */
  readonly providerAddress: string;
}
