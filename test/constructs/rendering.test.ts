import {
  DefaultTokenResolver,
  Lazy,
  StringConcat,
  type TerraformElement,
  TerraformIterator,
  type TerraformStack,
  Testing,
  Token,
  Tokenization,
} from 'cdktf';
import type { Construct } from 'constructs';
import * as netingress from '../../src';
import { DATA_SOURCES } from '../../src/model/data-sources';
import type { Attribute, Attributes, Kind } from '../../src/model/kind';
import { camelCase, pascalCase } from '../../src/model/naming';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { isCreatedFirst } from '../../src/model/replacement-order';
import { isInput } from '../../src/model/request';
import { fullConfig, fullConfigs, minimalConfig } from '../support/acceptance/samples';
import {
  newFolder,
  newStack,
  problemsIn,
  propsOf,
  removeFolders,
  render,
  runTerraform,
} from '../support/constructs/synth';
import { expression } from '../support/expression';
import { SPEC_KINDS } from '../support/kinds';

afterEach(removeFolders);

type Members = TerraformElement & Record<string, unknown>;
type ElementClass = new (scope: Construct, id: string, props?: unknown) => Members;

const classes = netingress as unknown as Record<string, ElementClass | undefined>;

function classNamed(name: string): ElementClass {
  const found = classes[name];
  if (!found) throw new Error(`netingress exports no ${name}`);
  return found;
}

function construct(stack: TerraformStack, kind: Kind, values: Readonly<Record<string, unknown>>): Members {
  return new (classNamed(pascalCase(kind.name)))(stack, 'it', propsOf(kind.attributes, values));
}

function resolved(stack: TerraformStack, value: unknown): unknown {
  return Tokenization.resolve(value, { scope: stack, resolver: new DefaultTokenResolver(new StringConcat()) });
}

describe.each(SPEC_KINDS.map((kind) => [kind.name, kind] as const))('the construct of %s', (_, kind) => {
  const type = `netingress_${kind.name}`;
  const context = { object: 1 };
  const order = isCreatedFirst(kind.name) && { lifecycle: { create_before_destroy: true } };
  const configurations = [
    ['minimal', minimalConfig(kind, context)] as const,
    ...fullConfigs(kind, context).map((values, n) => [`full ${n}`, values] as const),
  ];

  test.each(configurations)(
    'renders %s props to the attributes of the specification, and no others',
    (_name, values) => {
      const stack = newStack();
      construct(stack, kind, values);
      expect(render(stack).resource[type]?.['it']).toEqual({ ...values, ...order });
      expect(problemsIn(stack)).toEqual([]);
    },
  );

  test('has a getter with the right path for every attribute at any depth', () => {
    const stack = newStack();
    const element = construct(stack, kind, minimalConfig(kind, context));
    const seen = checkGetters(stack, kind.attributes, element, `${type}.it`);
    expect(seen).toBeGreaterThanOrEqual(Object.keys(kind.attributes).length);
  });

  test('renders a token for any input unchanged, and accepts it', () => {
    const stack = newStack();
    const given = Object.entries(kind.attributes).filter(([, attribute]) => isInput(attribute));
    const element = new (classNamed(pascalCase(kind.name)))(
      stack,
      'tokens',
      Object.fromEntries(given.map(([name, attribute]) => [camelCase(name), tokenFor(attribute, `\${var.${name}}`)])),
    );
    expect(element.node.validate()).toEqual([]);
    expect(render(stack).resource[type]?.['tokens']).toEqual({
      ...Object.fromEntries(given.map(([name]) => [name, `\${var.${name}}`])),
      ...order,
    });
  });

  test('has accessors to read, assign and reset every input', () => {
    const stack = newStack();
    const values = fullConfig(kind, 0, context);
    const element = construct(stack, kind, values);
    const props = propsOf(kind.attributes, values);
    for (const [name, attribute] of Object.entries(kind.attributes).filter(([, input]) => isInput(input))) {
      const prop = camelCase(name);
      expect(element[`${prop}Input`]).toEqual(props[prop]);
      element[prop] = tokenFor(attribute, expression('var.other'));
      expect(resolved(stack, element[`${prop}Input`])).toBe(expression('var.other'));
      const reset = element[`reset${pascalCase(name)}`];
      expect(typeof reset).toBe(attribute.presence === 'required' ? 'undefined' : 'function');
      if (typeof reset === 'function') (reset as () => void).call(element);
    }
    const required = Object.entries(kind.attributes).filter(([, { presence }]) => presence === 'required');
    expect(render(stack).resource[type]?.['it'] ?? {}).toEqual({
      ...Object.fromEntries(required.map(([name]) => [name, expression('var.other')])),
      ...order,
    });
  });

  test('has a type guard, imports, and generates configuration for an import', () => {
    const stack = newStack();
    const element = construct(stack, kind, minimalConfig(kind, context));
    const kindClass = classNamed(pascalCase(kind.name)) as unknown as Record<string, (...args: unknown[]) => unknown>;
    expect(kindClass['tfResourceType']).toBe(type);
    expect(kindClass[`is${pascalCase(kind.name)}`]?.(element)).toBe(true);
    expect(kindClass[`is${pascalCase(kind.name)}`]?.(stack)).toBe(false);
    (element as unknown as { importFrom(id: string): void }).importFrom(`${kind.idPrefix}_1`);
    kindClass['generateConfigForImport']?.(stack, 'adopted', `${kind.idPrefix}_2`);
    expect(render(stack).import).toEqual([
      { id: `${kind.idPrefix}_1`, to: `${type}.it` },
      { id: `${kind.idPrefix}_2`, to: `${type}.adopted` },
    ]);
  });
});

/** Compares every getter with the path of its attribute. Returns the number of getters. */
function checkGetters(stack: TerraformStack, attributes: Attributes, holder: unknown, path: string): number {
  return Object.entries(attributes).reduce((count, [name, attribute]) => {
    const value = (holder as Record<string, unknown>)[camelCase(name)];
    const here = `${path}.${name}`;
    if (attribute.type === 'object') return count + 1 + checkGetters(stack, attribute.attributes, value, here);
    const listed = attribute.type === 'set' ? `tolist(${here})` : here;
    expect(resolved(stack, value)).toBe(`\${${listed}}`);
    if (!('elements' in attribute) || attribute.elements === 'string') return count + 1;
    const element = (value as { get(index: number): unknown }).get(2);
    const place = attribute.type === 'set' ? `${listed}.2` : `${listed}[2]`;
    return count + 1 + checkGetters(stack, attribute.elements, element, place);
  }, 0);
}

function tokenFor(attribute: Attribute, expression: string): unknown {
  switch (attribute.type) {
    case 'string':
      return Token.asString(Token.asAny(expression));
    case 'number':
      return Token.asNumber(expression);
    case 'map':
      return Token.asStringMap(expression);
    case 'bool':
    case 'object':
      return Token.asAny(expression);
    default:
      return attribute.elements === 'string' ? Token.asList(expression) : Token.asAny(expression);
  }
}

describe('constructs together', () => {
  test('meta-arguments are not rendered as attributes', () => {
    const stack = newStack();
    const provider = new netingress.NetingressProvider(stack, 'second', { alias: 'second' });
    const policy = new netingress.IpPolicy(stack, 'policy', { provider, lifecycle: { preventDestroy: true } });
    new netingress.IpPolicyRule(stack, 'rule', {
      ipPolicyId: policy.id,
      cidr: expression('each.value'),
      action: 'allow',
      dependsOn: [policy],
      forEach: TerraformIterator.fromList(['10.0.0.0/8']),
    });
    expect(problemsIn(stack)).toEqual([]);
    expect(render(stack).resource).toEqual({
      netingress_ip_policy: {
        policy: { provider: 'netingress.second', lifecycle: { create_before_destroy: true, prevent_destroy: true } },
      },
      netingress_ip_policy_rule: {
        rule: {
          ip_policy_id: expression('netingress_ip_policy.policy.id'),
          cidr: expression('each.value'),
          action: 'allow',
          depends_on: ['netingress_ip_policy.policy'],
          for_each: expression('toset(["10.0.0.0/8"])'),
          lifecycle: { create_before_destroy: true },
        },
      },
    });
  });

  test('a resource can be moved to another construct', () => {
    const stack = newStack();
    new netingress.IpPolicy(stack, 'old').moveTo('target');
    new netingress.IpPolicy(stack, 'new').addMoveTarget('target');
    expect(render(stack).moved).toEqual([{ from: 'netingress_ip_policy.old', to: 'netingress_ip_policy.new' }]);
  });

  test('undefined props are omitted, null ones are rendered, and lazy ones are resolved, also in sets', () => {
    const stack = newStack();
    const type = Lazy.stringValue({ produce: () => 'ip_policy_created.v0' });
    const sources = [{ type }, Token.asAny(expression('var.source'))] as { type: string }[];
    new netingress.EventSubscription(stack, 'sub', { sources, description: undefined, metadata: null } as never);
    expect(render(stack).resource['netingress_event_subscription']?.['sub']).toEqual({
      sources: [{ type: 'ip_policy_created.v0' }, expression('var.source')],
      metadata: null,
    });
  });

  test('HCL output is valid, also with quotes, escapes and references in its strings', () => {
    const stack = newStack();
    new netingress.NetingressProvider(stack, 'netingress', { headers: { 'X-Team': 'a "b"' } });
    const metadata = JSON.stringify({ path: 'a\\b', tab: '\t' });
    const policy = new netingress.IpPolicy(stack, 'policy', { metadata, description: '[1]\n\b' });
    new netingress.KubernetesOperator(stack, 'operator', {
      enabledFeatures: ['bindings'],
      binding: { csr: '-----BEGIN\n"x"', endpointSelectors: ['endpoint.url == "a"', policy.id] },
    });
    const hcl = Testing.synthHcl(stack);
    const formatted = runTerraform(newFolder(), ['fmt', '-'], hcl);
    expect(formatted).toContain(`metadata    = ${JSON.stringify(metadata)}`);
    expect(formatted).toContain('description = "[1]\\n\\u0008"');
    expect(formatted).toContain('X-Team = "a \\"b\\""');
    expect(formatted).toContain('csr = "-----BEGIN\\n\\"x\\""');
    expect(formatted).toContain('"endpoint.url == \\"a\\"",\n');
    expect(formatted).toContain(`"${expression('netingress_ip_policy.policy.id')}",\n`);
  });
});

describe.each(DATA_SOURCES.map((source) => [source.name, source] as const))('the data source %s', (_, source) => {
  const type = `netingress_${source.name}`;
  const inputs = Object.entries(source.attributes).filter(([, attribute]) => isInput(attribute));

  test('renders its inputs and has references to all attributes', () => {
    const stack = newStack();
    // One object is named in one way.
    const given = source.lookupKeys ? ['id'] : inputs.map(([name]) => name);
    const values = Object.fromEntries(given.map((name) => [name, name.endsWith('_id') ? 'k8sop_1' : `a ${name}`]));
    const element = new (classNamed(`DataNetingress${pascalCase(source.name)}`))(
      stack,
      'it',
      propsOf(source.attributes, values),
    );
    expect(render(stack).data[type]?.['it'] ?? {}).toEqual(values);
    checkGetters(stack, source.attributes, element, `data.${type}.it`);
    expect(problemsIn(stack)).toEqual([]);
  });

  test('reports missing inputs', () => {
    const stack = newStack();
    new (classNamed(`DataNetingress${pascalCase(source.name)}`))(stack, 'it', {});
    const required = inputs.filter(([, { presence }]) => presence === 'required');
    expect(problemsIn(stack)).toEqual([
      ...required.map(([name]) => `stack/it: ${camelCase(name)}: is not set; expected a value`),
      ...(source.lookupKeys
        ? [expect.stringMatching(/^stack\/it: id: is not set; expected exactly one of: id(, or .*)?$/)]
        : []),
    ]);
  });
});

describe('the provider', () => {
  const values = {
    baseUrl: 'https://api.example.com',
    apiKey: expression('var.key'),
    accountObject: 'ipp_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF',
    profile: 'spec',
    headers: { 'X-Team-Name': 'platform' },
    requestTimeout: '1m',
    maxRequestsPerMinute: 60,
    maxRetries: 7,
    caCertificatePem: expression('var.authority'),
    clientCertificatePem: expression('var.certificate'),
    clientPrivateKeyPem: expression('var.private_key'),
    proxyUrl: 'http://proxy.example.com:3128',
  };

  test('renders every attribute of its configuration, with unchanged header names', () => {
    const stack = newStack();
    new netingress.NetingressProvider(stack, 'netingress', values);
    expect(Object.keys(values)).toEqual(Object.keys(PROVIDER_ATTRIBUTES).map(camelCase));
    expect(render(stack).provider['netingress']).toEqual([
      Object.fromEntries(
        Object.keys(PROVIDER_ATTRIBUTES).map((name) => [name, values[camelCase(name) as keyof typeof values]]),
      ),
    ]);
    const version = expect.stringMatching(/^~> \d+\.\d+\.\d+$/);
    const netingressSource = { source: 'terraform.local/netingress/netingress', version };
    expect(render(stack).terraform.required_providers).toEqual({ netingress: netingressSource });
  });

  test('has accessors to read, assign and reset every property, and an alias', () => {
    const stack = newStack();
    const provider = new netingress.NetingressProvider(stack, 'netingress', values);
    new netingress.NetingressProvider(stack, 'other', { alias: 'other', profile: 'ngrok' });
    const members = provider as unknown as Record<string, unknown>;
    for (const [prop, value] of Object.entries(values)) {
      const reset = members[`reset${prop.charAt(0).toUpperCase()}${prop.slice(1)}`] as () => void;
      reset.call(provider);
      expect([prop, members[prop]]).toEqual([prop, undefined]);
      members[prop] = value;
      expect([prop, members[prop]]).toEqual([prop, value]);
      if (prop !== 'baseUrl') reset.call(provider);
    }
    expect(render(stack).provider['netingress']).toEqual([
      { base_url: values.baseUrl },
      { alias: 'other', profile: 'ngrok' },
    ]);
  });

  test('accepts tokens for a map and for a number', () => {
    const stack = newStack();
    new netingress.NetingressProvider(stack, 'netingress', {
      headers: Token.asStringMap(expression('var.headers')),
      maxRequestsPerMinute: Token.asNumber(expression('var.budget')),
    });
    expect(render(stack).provider['netingress']).toEqual([
      { headers: expression('var.headers'), max_requests_per_minute: expression('var.budget') },
    ]);
    expect(problemsIn(stack)).toEqual([]);
  });

  test('reports invalid settings and an unknown property with the names of its properties', () => {
    const stack = newStack();
    const headers = { 'X-Team': Token.asString(expression('var.team')) };
    const configs = [
      { profile: 'ngrock', baseURL: 'x' },
      { baseUrl: 'api.example.com', requestTimeout: '30', maxRequestsPerMinute: -1, headers },
    ];
    for (const [index, config] of configs.entries())
      new netingress.NetingressProvider(stack, `p${index}`, { alias: `p${index}`, ...config });
    expect(problemsIn(stack)).toEqual([
      "stack/p0: profile: is 'ngrock'; expected 'spec' or 'ngrok'; did you mean 'ngrok'?",
      expect.stringMatching(/^stack\/p0: baseURL: is not a property; .*; did you mean 'baseUrl'\?$/),
      expect.stringMatching(/^stack\/p1: baseUrl: is 'api\.example\.com'; expected an absolute URL/),
      expect.stringMatching(/^stack\/p1: requestTimeout: is '30'; expected a duration/),
      expect.stringMatching(/^stack\/p1: maxRequestsPerMinute: is '-1'; expected an integer/),
    ]);
  });

  test('a stack without a provider is rejected', () => {
    const stack = newStack();
    new netingress.IpPolicy(stack, 'policy');
    expect(() => Testing.synth(stack, true)).toThrow(/without a matching provider construct.*: netingress/s);
  });
});
