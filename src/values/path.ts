/** Attribute names, map keys and indexes from the root. */
export type ValuePath = readonly (string | number)[];

/** The inverse of {@link formatPath}. For a text that it did not return, the result has no meaning, or this throws. */
export function parsePath(text: string): ValuePath {
  const steps = text.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[\]]+/g) ?? [];
  return steps.map((step) => (step.startsWith('[') ? (JSON.parse(step.slice(1, -1)) as string | number) : step));
}

export function attributeOf(path: string): string {
  return String(parsePath(path)[0] ?? path);
}

/** Formats a path: `sources[0].type`, `rules["10.0.0.0/8"].action`. */
export function formatPath(path: ValuePath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
