/** The types of actions: an action in a wrong phase, or with a wrong or missing member, does not compile. */
import { camelCase, pascalCase } from '../../src/model/naming';
import { POLICY_ACTIONS } from '../../src/model/traffic-policy/data/actions';
import { type ActionSchema, type Member, type Members, PHASES } from '../../src/model/traffic-policy/data/schema';
import { findTypeErrors } from '../support/constructs/type-errors';

/** A value of the type of the member, as TypeScript. */
function sample(member: Member): string {
  switch (member.type) {
    case 'string':
      return JSON.stringify(member.enum?.[0] ?? 'x');
    case 'duration':
      return "'60s'";
    case 'integer':
    case 'number':
      return '1';
    case 'bool':
      return 'true';
    case 'any':
      return '{ a: [1] }';
    case 'list':
      return `[${sample(member.items)}]`;
    case 'map':
      return `{ a: ${sample(member.items)} }`;
    case 'object':
      return object(member.members);
  }
}

function object(members: Members): string {
  return `{ ${Object.entries(members)
    .map(([name, member]) => `${camelCase(name)}: ${sample(member)}`)
    .join(', ')} }`;
}

const functionOf = (type: string): string => camelCase(type.replaceAll('-', '_'));

/** A call of the typed function; `change` changes the text of its props. */
function call(type: string, action: ActionSchema, change: (props: string) => string = (props) => props): string {
  const first = action.firstArgument;
  const others = Object.fromEntries(Object.entries(action.members).filter(([name]) => name !== first));
  const args = [
    ...(first === undefined ? [] : [sample(action.members[first] as Member)]),
    ...(Object.keys(others).length === 0 && change(object({})) === object({}) ? [] : [change(object(others))]),
  ];
  return `act.${functionOf(type)}(${args.join(', ')})`;
}

interface Statement {
  readonly title: string;
  readonly code: string;
  readonly compiles: boolean;
}

const method = (phase: string): string => `on${pascalCase(phase.replace('on_', ''))}`;

const statements: Statement[] = Object.entries(POLICY_ACTIONS).flatMap(([type, action]): Statement[] => {
  const phases: readonly string[] = [...action.phases, ...(action.uncertainPhases ?? [])];
  const first = phases[0] as string;
  const inPhase = (phase: string, text: string): string => `TrafficPolicy.for('https').${method(phase)}(${text});`;
  const required = Object.entries(action.members).find(
    ([name, member]) => member.required === true && name !== action.firstArgument,
  );
  const typed = Object.entries(action.members).find(
    ([name, member]) => name !== action.firstArgument && member.type !== 'any',
  );
  return [
    ...PHASES.flatMap((phase): Statement[] => [
      { title: `${type} in ${phase}`, code: inPhase(phase, call(type, action)), compiles: phases.includes(phase) },
      {
        title: `a rule with ${type} in ${phase}`,
        code: inPhase(phase, `rule('r', cel\`true\`).do(${call(type, action)})`),
        compiles: phases.includes(phase),
      },
    ]),
    {
      title: `${type} with an unknown member`,
      code: inPhase(
        first,
        call(type, action, (props) => props.replace(/^\{ ?/, '{ unknownMember: 1, ')),
      ),
      compiles: false,
    },
    ...(required
      ? [
          {
            title: `${type} without ${required[0]}`,
            code: inPhase(
              first,
              call(type, action, (props) =>
                props.replace(`${camelCase(required[0])}: ${sample(required[1])}`, '').replace('{ , ', '{ '),
              ),
            ),
            compiles: false,
          },
        ]
      : []),
    ...(typed
      ? [
          {
            title: `${type} with ${typed[0]} of a wrong type`,
            code: inPhase(
              first,
              call(type, action, (props) =>
                props.replace(`${camelCase(typed[0])}: ${sample(typed[1])}`, `${camelCase(typed[0])}: Symbol()`),
              ),
            ),
            compiles: false,
          },
        ]
      : []),
  ];
});

const others: Statement[] = [
  {
    title: 'a rule with actions of two phases, in their common phase',
    code: "TrafficPolicy.for('https').onHttpRequest(rule(cel`true`).do(act.deny(), act.oauth({ provider: 'google' })));",
    compiles: true,
  },
  {
    title: 'a rule with actions of two phases, in the phase of one',
    code: "TrafficPolicy.for('https').onTcpConnect(rule(cel`true`).do(act.deny(), act.oauth({ provider: 'google' })));",
    compiles: false,
  },
  {
    title: 'a rule with actions that share one of their two phases',
    code: "TrafficPolicy.for('https').onHttpRequest(rule(cel`true`).do(act.forwardInternal('u'), act.customResponse()));",
    compiles: true,
  },
  {
    title: 'a rule with actions that share no phase',
    code: "TrafficPolicy.for('https').onHttpRequest(rule(cel`true`).do(act.terminateTls(), act.compressResponse()));",
    compiles: false,
  },
  { title: 'an unknown value', code: "act.oauth({ provider: 'gogle' });", compiles: false },
  { title: 'an unknown scheme', code: "TrafficPolicy.for('ftp');", compiles: false },
  { title: 'an expression as a string', code: "rule('r', 'true').do(act.deny());", compiles: false },
];

const HEAD = "import { act, cel, rule, TrafficPolicy } from '../../../src';";

test('each action compiles in its phases only, with its members only', () => {
  const all = [...statements, ...others];
  const errors = findTypeErrors([HEAD, ...all.map(({ code }) => code)].join('\n'));
  expect(errors.get(0)).toBeUndefined();
  const wrong = all.flatMap(({ title, code, compiles }, index) =>
    errors.has(index + 1) === compiles ? [`${title}: ${errors.get(index + 1) ?? 'compiles'} (${code})`] : [],
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(POLICY_ACTIONS)).toHaveLength(26);
});
