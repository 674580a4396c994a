/** Writes the types of the client's requests and responses from the model; `--check` compares only. */
import { KINDS, READ_ONLY_KINDS } from '../src/model/kinds';
import { clientTypes } from './lib/client-types';
import { writeOrCheck } from './lib/generated-file';

writeOrCheck('generate-client-types.ts', 'src/client/generated/types.ts', clientTypes(KINDS, READ_ONLY_KINDS));
