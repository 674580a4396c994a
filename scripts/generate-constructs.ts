/** Writes `src/constructs/generated/` from the model. With `--check` it fails if a file would change. */
import { ACTIONS } from '../src/model/actions';
import { COMPOSITES, rotation } from '../src/model/composites';
import { DATA_SOURCES } from '../src/model/data-sources';
import { KINDS } from '../src/model/kinds';
import { canBeEphemeral } from '../src/provider/ephemeral';
import {
  actionSource,
  compositeSource,
  dataSourceSource,
  ephemeralSource,
  indexSource,
  providerSource,
  resourceSource,
} from './lib/constructs-source';
import { writeOrCheckFolder } from './lib/generated-file';
import { policyActionsSource } from './lib/policy-actions-source';

function generate(): Map<string, string> {
  const files = [
    providerSource(),
    ...KINDS.map(resourceSource),
    ...[...COMPOSITES, rotation].map(compositeSource),
    ...DATA_SOURCES.map(dataSourceSource),
    ...KINDS.filter(canBeEphemeral).map(ephemeralSource),
    ...ACTIONS.map(actionSource),
    policyActionsSource(),
  ];
  return new Map([...files.map(({ file, text }) => [`${file}.ts`, text] as const), ['index.ts', indexSource(files)]]);
}

writeOrCheckFolder('generate-constructs.ts', 'src/constructs/generated', generate());
