/**
 * A model of IP policies, rules and restrictions in an account, written from the documents alone to check the emulator.
 * Ids come from the responses of the emulator.
 */

export type Op =
  | { readonly op: 'createPolicy'; readonly description: string }
  | { readonly op: 'updatePolicy'; readonly id: string; readonly description: string }
  | { readonly op: 'createRule'; readonly policy: string; readonly cidr: string; readonly action: string }
  | { readonly op: 'updateRule'; readonly id: string; readonly cidr: string }
  | { readonly op: 'createRestriction'; readonly type: string; readonly policies: readonly string[] }
  | { readonly op: 'get'; readonly path: string; readonly id: string }
  | { readonly op: 'delete'; readonly path: string; readonly id: string }
  | { readonly op: 'list'; readonly path: string; readonly limit: number };

export interface Expected {
  readonly status: number;
  readonly code?: string;
  /** Body of a success; the generated members come from the response. */
  readonly body?: object;
}

interface Entity {
  readonly path: string;
  readonly id: string;
  readonly shown: object;
  readonly policy?: string;
  readonly cidr?: string;
  readonly type?: string;
  readonly policies?: readonly string[];
}

const origin = 'http://service.test';
const created_at = '2030-01-01T00:00:00Z';
const ref = (id: string) => ({ id, uri: `${origin}/ip_policies/${id}` });
const keys: Readonly<Record<string, string>> = {
  '/ip_policies': 'ip_policies',
  '/ip_policy_rules': 'ip_policy_rules',
  '/ip_restrictions': 'ip_restrictions',
};
const goneCodes: Readonly<Record<string, string | undefined>> = {
  '/ip_policies': 'ERR_1402',
  '/ip_policy_rules': 'ERR_1404',
};

export function createAccountModel() {
  /** Newest last. */
  let entities: Entity[] = [];
  const find = (path: string, id: string) => entities.find((one) => one.path === path && one.id === id);
  const rejected = (status: number, code?: string): Expected => ({ status, ...(code !== undefined && { code }) });
  const notFound = (path: string) => rejected(404, goneCodes[path]);
  const show = ({ path, id, shown }: Entity) => ({ id, uri: `${origin}${path}/${id}`, created_at, ...shown });

  function create(path: string, id: string, rest: Omit<Entity, 'path' | 'id'>): Expected {
    const entity = { path, id, ...rest };
    entities.push(entity);
    return { status: 201, body: show(entity) };
  }

  function replace(before: Entity, after: Entity): Expected {
    entities = entities.map((one) => (one === before ? after : one));
    return { status: 200, body: show(after) };
  }

  const cidrProblem = (cidr: string): Expected | undefined => {
    if (!cidr.includes('/')) return rejected(400, 'ERR_1413');
    if (cidr === '10.0.0.1/8') return rejected(400, 'ERR_1409');
    return cidr === 'nonsense/8' ? rejected(400, 'ERR_1406') : undefined;
  };
  const canonical = (cidr: string) => (cidr === '2001:DB8:0::/32' ? '2001:db8::/32' : cidr);
  const findDuplicate = (policy: string | undefined, cidr: string, but?: Entity) =>
    entities.find((one) => one !== but && one.policy === policy && one.cidr === canonical(cidr));

  const responses: { readonly [Name in Op['op']]: (op: Extract<Op, { op: Name }>, newId: string) => Expected } = {
    createPolicy: ({ description }, newId) =>
      create('/ip_policies', newId, { shown: description ? { description } : {} }),
    updatePolicy({ id, description }) {
      const before = find('/ip_policies', id);
      if (!before) return notFound('/ip_policies');
      return replace(before, { ...before, shown: description ? { description } : {} });
    },
    createRule({ policy, cidr, action }, newId) {
      const problem = cidrProblem(cidr);
      if (problem) return problem;
      if (action !== 'allow' && action !== 'deny') return rejected(400, 'ERR_1422');
      if (!find('/ip_policies', policy)) return rejected(400, 'ERR_1414');
      if (findDuplicate(policy, cidr)) return rejected(409, 'ERR_1408');
      const shown = { cidr: canonical(cidr), action, ip_policy: ref(policy) };
      return create('/ip_policy_rules', newId, { policy, cidr: canonical(cidr), shown });
    },
    updateRule({ id, cidr: sent }) {
      const before = find('/ip_policy_rules', id);
      if (!before) return notFound('/ip_policy_rules');
      const problem = cidrProblem(sent);
      if (problem) return problem;
      if (findDuplicate(before.policy, sent, before)) return rejected(409, 'ERR_1408');
      const cidr = canonical(sent);
      return replace(before, { ...before, cidr, shown: { ...before.shown, cidr } });
    },
    createRestriction({ type, policies }, newId) {
      if (policies.length === 0) return rejected(400, 'ERR_1804');
      if (policies.some((id) => !find('/ip_policies', id))) return rejected(400, 'ERR_1801');
      if (entities.some((one) => one.type === type)) return rejected(409, 'ERR_1802');
      const unique = [...new Set(policies)];
      const shown = { type, enforced: false, ip_policies: unique.map(ref) };
      return create('/ip_restrictions', newId, { type, policies: unique, shown });
    },
    get({ path, id }) {
      const found = find(path, id);
      return found ? { status: 200, body: show(found) } : notFound(path);
    },
    delete({ path, id }) {
      const found = find(path, id);
      if (!found) return notFound(path);
      if (entities.some(({ policies }) => policies?.includes(id))) return rejected(409, 'ERR_1420');
      entities = entities.filter((one) => one !== found && one.policy !== id);
      return { status: 204 };
    },
    list({ path, limit }) {
      const all = entities.filter((one) => one.path === path).reverse();
      const page = all.slice(0, limit);
      const next = `${origin}${path}?before_id=${page.at(-1)?.id}&limit=${limit}`;
      const next_page_uri = all.length > limit ? next : null;
      return {
        status: 200,
        body: { [keys[path] ?? '']: page.map(show), uri: `${origin}${path}`, next_page_uri },
      };
    },
  };
  /** Returns the expected response, given the id of a created object. */
  return (op: Op, newId: string): Expected => (responses[op.op] as (op: Op, newId: string) => Expected)(op, newId);
}
