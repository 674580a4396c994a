/** A prop that becomes a string attribute, such as a traffic policy. */
export interface TextValue {
  toString(): string;
  /** The string with a placeholder for each token. Unlike in `toString()`, `${` and `%{` are not escaped. */
  readonly checkedText: string;
}

export function isTextValue(value: unknown): value is TextValue {
  return typeof value === 'object' && value !== null && 'checkedText' in value;
}
