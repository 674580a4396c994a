/** Writes `src/constructs/generated/` from the model. `--check` compares only. */
import { ACTIONS } from '../src/model/actions';
import { COMPOSITES, rotation } from '../src/model/composites';
import { DATA_SOURCES } from '../src/model/data-sources';
import { KINDS } from '../src/model/kinds';
import { canBeEphemeral } from '../src/provider/ephemeral';
import {
  constructSources,
  describeAction,
  describeComposite,
  describeDataSource,
  describeEphemeral,
  describeResource,
  indexSource,
  providerSource,
} from './lib/constructs-source';
import { writeOrCheckFolder } from './lib/generated-file';
import { policyActionsSource } from './lib/policy-actions-source';

function generate(): Map<string, string> {
  const constructs = constructSources([
    ...KINDS.map(describeResource),
    ...[...COMPOSITES, rotation].map(describeComposite),
    ...DATA_SOURCES.map(describeDataSource),
    ...KINDS.filter(canBeEphemeral).map(describeEphemeral),
    ...ACTIONS.map(describeAction),
  ]);
  const files = [providerSource(), ...constructs, policyActionsSource()];
  return new Map([...files.map(({ file, text }) => [`${file}.ts`, text] as const), ['index.ts', indexSource(files)]]);
}

writeOrCheckFolder('generate-constructs.ts', 'src/constructs/generated', generate());
