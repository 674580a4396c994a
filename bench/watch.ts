/**
 * Processor time of `netingress watch` for one event that changes a rule of a set of 500: parsing its line, comparing it with
 * the state, and writing the finding. Run: npx tsx bench/watch.ts
 */
import { readEvents } from '../src/command/inputs/event-files';
import { createEvaluationHistory, evaluateEvent } from '../src/drift/evaluate-event';
import { RULE_SET_TYPE } from '../src/model/composites/rule-set';
import type { StateResource } from '../src/model/inventory';
import { toCompactJson } from '../src/report/json';
import { PROVIDER_ADDRESS } from '../src/terraform/mirror';
import { runSection, type Section } from './harness';
import { cidrs } from './terraform';

const RULES = 500;
const EVENTS = 2_000;
const LIMIT_MS = 2;

const POLICY = `ipp_${'2x'.padEnd(27, '0')}`;
const networks = cidrs(RULES);

const ruleSet: StateResource = {
  state: { stack: 'access' },
  address: 'netingress_ip_policy_rules.all',
  type: RULE_SET_TYPE,
  name: 'all',
  provider: PROVIDER_ADDRESS,
  sensitive: [],
  values: {
    id: POLICY,
    ip_policy_id: POLICY,
    rules: Object.fromEntries(networks.map((cidr) => [cidr, { action: 'allow', description: '', metadata: '' }])),
  },
};

function toLine(index: number): string {
  const number = index % RULES;
  return JSON.stringify({
    event_id: `ev_2x${String(index).padStart(25, '0')}`,
    event_type: 'ip_policy_rule_updated.v0',
    event_timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    object: {
      id: `ipr_2x${String(number).padStart(25, '0')}`,
      ip_policy: { id: POLICY },
      cidr: networks[number],
      action: 'allow',
      description: `change ${index}`,
      metadata: '',
    },
  });
}

async function measure(): Promise<Section> {
  const history = createEvaluationHistory();
  let findings = 0;
  const start = process.cpuUsage();
  for (let index = 0; index < EVENTS; index += 1) {
    const { events } = await readEvents(toLine(index), 'the new lines');
    for (const event of events) {
      const finding = evaluateEvent(event, { stateResources: [ruleSet] }, history);
      if (finding && toCompactJson(finding) !== '') findings += 1;
    }
  }
  const { user, system } = process.cpuUsage(start);
  if (findings !== EVENTS) throw new Error(`${findings} of ${EVENTS} events were findings`);
  const milliseconds = (user + system) / 1000 / EVENTS;
  return {
    title: `An event of a rule of a set of ${RULES}`,
    findings: [{ name: 'one event', value: milliseconds, unit: ' ms of processor time', atMost: LIMIT_MS }],
  };
}

runSection(measure);
