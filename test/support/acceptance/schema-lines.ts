/**
 * The output of `terraform providers schema -json` for one provider as text, one line for each schema, attribute, function
 * and parameter, so that a diff shows what changed. Only deprecation messages are left out: Terraform 1.11 prints none.
 *
 * `resource netingress_ip_policy.description: string optional "Who may reach it"`
 *
 * A line has a path, the type, the names of all members that are true, all other members as `name=JSON`, and the description.
 */
type Members = Readonly<Record<string, unknown>>;

/** Returns lines such as `resource netingress_ip_policy: version=0 "…"`; the first word names the section. */
export function formatSchemaLines(schema: Members): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    const section = key.replace(/_schemas$|s$/, '');
    if (key === 'provider') return formatSchema(section, value as Members);
    const format = key === 'functions' ? formatFunction : formatSchema;
    return Object.entries(value as Record<string, Members>).flatMap(([name, each]) =>
      format(`${section} ${name}`, each),
    );
  });
}

/** Returns the first word of a line: `resource` of `resource netingress_ip_policy.id: …`. */
export function getSection(line: string): string {
  return (/^\w+/.exec(line) as RegExpExecArray)[0];
}

/** An identity has attributes and no block. */
function formatSchema(path: string, { block, attributes, ...members }: Members): string[] {
  const { attributes: ofBlock, ...ofHead } = (block ?? {}) as Members;
  const all = { ...(attributes as Members), ...(ofBlock as Members) };
  return [formatLine(path, { ...members, ...ofHead }), ...formatAttributes(path, all)];
}

function formatAttributes(path: string, attributes: Members): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { nested_type: nested, ...members } = attribute as Members;
    const own = `${path}.${name}`;
    if (nested === undefined) return [formatLine(own, members)];
    const { attributes: inner, nesting_mode, ...more } = nested as Members;
    const rest = Object.keys(more).length > 0 ? { nested_type: more } : {};
    return [
      formatLine(own, { ...members, ...rest }, `nested ${String(nesting_mode)}`),
      ...formatAttributes(own, inner as Members),
    ];
  });
}

/** The number in the path of a parameter is its position. */
function formatFunction(path: string, { return_type, parameters, variadic_parameter, ...members }: Members): string[] {
  const positional = (parameters ?? []) as Members[];
  return [
    formatLine(path, members, formatType(return_type)),
    ...positional.map((each, index) => formatLine(`${path} parameter ${index + 1}`, each)),
    ...(variadic_parameter ? [formatLine(`${path} variadic parameter`, variadic_parameter as Members)] : []),
  ];
}

function formatLine(path: string, members: Members, type?: string): string {
  const { type: own, description, description_kind: kind, deprecation_message: _, ...rest } = members;
  const flags = Object.entries(rest).filter(([, value]) => value === true);
  const others = Object.entries(rest).filter(([, value]) => value !== true);
  // Functions have no kind of description. All other descriptions of this provider are Markdown.
  if (kind !== undefined && kind !== 'markdown') others.push(['description_kind', kind]);
  const words = [
    ...(type === undefined ? [] : [type]),
    ...(own === undefined ? [] : [formatType(own)]),
    ...flags.map(([name]) => name),
    ...others.map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...(description === undefined ? [] : [JSON.stringify(description)]),
  ];
  return `${path}: ${words.join(' ')}`;
}

/** `"string"` -> `string`, `["set", "string"]` -> `set(string)`; other types stay JSON. */
function formatType(type: unknown): string {
  if (typeof type === 'string') return type;
  if (Array.isArray(type) && type.length === 2 && ['list', 'set', 'map'].includes(type[0] as string))
    return `${String(type[0])}(${formatType(type[1])})`;
  return JSON.stringify(type);
}
