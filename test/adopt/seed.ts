/** An account with objects of every kind of the profile `spec`, minimal and full, and strings that require escapes. */
import type { Emulator } from '../../src/emulator';
import { createBody } from '../../src/model/request';
import type { Json, JsonObject } from '../../src/values/json';
import { fullConfig, fullVariants, minimalConfig, namePoliciesById } from '../support/acceptance/samples';
import { createObject } from '../support/emulator/create-object';
import { SPEC_KINDS } from '../support/kinds';

/** Strings with characters that are special in Terraform, TypeScript or editors. */
const AWKWARD: readonly string[] = [
  `it's "quoted" and \`ticked\``,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of Terraform's is what is meant
  'a ${var.template}, $${escaped}, $$${thrice} and %{ if true }x%{ endif }, %%{y}',
  'first\nsecond\n  indented\n\nlast\n',
  '  every line\n  is indented\n',
  'EOT\nEOT\nand more\n',
  'back\\slash, \\n, \\u0041 and a tab\there',
  'carriage\r\nreturn\r\n',
  'Zürich 東京 👩‍👩‍👧 naïve',
  'bidi \u202e and \u2028 and \u0085 and \u0001',
  '*/ // # end',
  ' blanks around ',
  '{"name":"from metadata","n":[1,2]}',
  '1 begins with a digit',
  '🚀',
];

/**
 * Creates every kind of the profile `spec` twice with required values, and in every full variant. Returns ids in order
 * of creation. {@link SPEC_KINDS} has each kind after those that it refers to.
 */
export async function seedSpecKinds(emulator: Emulator): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {};
  for (const kind of SPEC_KINDS) {
    const made: string[] = [];
    ids[kind.name] = made;
    // The numbers make unique values.
    const configs = [
      ...[10, 11].map((object) => minimalConfig(kind, { object })),
      ...Array.from({ length: fullVariants(kind) }, (_, n) => fullConfig(kind, n, { object: n + 20 })),
    ];
    for (const config of configs) {
      const body = createBody(kind.attributes, resolved(namePoliciesById(config), ids) as JsonObject);
      made.push((await createObject(emulator, kind.path, body)).id);
    }
  }
  return ids;
}

/**
 * Creates `count` objects with the strings of {@link AWKWARD}: every fourth one is a policy, the others are its rules.
 */
export async function seedMany(emulator: Emulator, count: number): Promise<void> {
  const text = (n: number): string => AWKWARD[n % AWKWARD.length] as string;
  let policy = '';
  for (let n = 0; n < count; n++) {
    if (n % 4 === 0) {
      const texts = { description: text(n / 4), metadata: text(n / 4 + 1) };
      policy = (await createObject(emulator, '/ip_policies', texts)).id;
      continue;
    }
    const cidr = n % 2 === 0 ? `10.${n >> 8}.${n & 255}.0/24` : `2001:db8:${n.toString(16)}::/48`;
    const action = n % 3 === 0 ? 'deny' : 'allow';
    const rule = { ip_policy_id: policy, cidr, action, description: text(n), metadata: text(n + 3) };
    await createObject(emulator, '/ip_policy_rules', rule);
  }
}

/**
 * Creates a policy that denies all that it allows, and two policies that do so only together, as those of an enforced
 * restriction, which is one of those that exist: patterns refuse such rules at synth.
 */
export async function seedLockOuts(emulator: Emulator): Promise<void> {
  const createPolicy = async (rules: Readonly<Record<string, 'allow' | 'deny'>>): Promise<string> => {
    const { id } = await createObject(emulator, '/ip_policies');
    for (const [cidr, action] of Object.entries(rules))
      await createObject(emulator, '/ip_policy_rules', { ip_policy_id: id, cidr, action });
    return id;
  };
  await createPolicy({ '10.1.0.0/16': 'allow', '10.0.0.0/8': 'deny' });
  const together = [
    await createPolicy({ '10.1.0.0/16': 'allow', '192.0.2.0/24': 'deny' }),
    await createPolicy({ '10.0.0.0/8': 'deny', '192.0.2.0/25': 'allow' }),
  ];
  const [restriction] = emulator.objects('ip_restriction');
  const response = await emulator.fetch(
    new Request(`http://service.test/ip_restrictions/${restriction?.['id']}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ enforced: true, ip_policy_ids: together }),
    }),
  );
  if (response.status !== 200) throw new Error(`the restriction was not changed: ${await response.text()}`);
}

/** Replaces references of samples to `dep0` and `dep1` by ids of created objects. */
function resolved(value: Json | undefined, ids: Readonly<Record<string, readonly string[]>>): Json {
  if (typeof value === 'string') {
    return value.replace(
      /\$\{netingress_(\w+)\.dep(\d)\.id\}/g,
      (_, kind: string, n: string) => ids[kind]?.[Number(n)] ?? '',
    );
  }
  if (Array.isArray(value)) return (value as Json[]).map((item) => resolved(item, ids));
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member as Json, ids)]));
}
