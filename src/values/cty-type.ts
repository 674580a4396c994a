/**
 * Terraform's types, written as Terraform writes them in schemas ("cty type JSON"), so that a type needs no conversion
 * on its way to the wire (terraform/rules: schema attribute types, 2.5).
 */
export type CtyType =
  | 'string'
  | 'number'
  | 'bool'
  | 'dynamic'
  | readonly ['list' | 'set' | 'map', CtyType]
  | readonly ['object', Readonly<Record<string, CtyType>>]
  | readonly ['tuple', readonly CtyType[]];

/** An object type: what every schema's root implies. */
export type ObjectType = readonly ['object', Readonly<Record<string, CtyType>>];
