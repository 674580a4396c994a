/** The parts of a synthesized stack, in Terraform's JSON syntax, that the testing kit reads. */
export interface Configuration {
  terraform?: {
    backend?: Readonly<Record<string, unknown>>;
    cloud?: unknown;
    required_providers?: Readonly<Record<string, { readonly source?: string }>>;
  };
  module?: Readonly<Record<string, unknown>>;
  data?: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  resource?: Readonly<Record<string, unknown>>;
  ephemeral?: Readonly<Record<string, unknown>>;
}
