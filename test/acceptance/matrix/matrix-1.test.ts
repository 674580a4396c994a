/** Every second kind of the model, so that two workers share the work. */

import { describeMatrix } from '../../support/acceptance/matrix';
import { SPEC_KINDS as KINDS } from '../../support/kinds';

jest.setTimeout(180_000);

for (const [index, kind] of KINDS.entries()) if (index % 2 === 1) describeMatrix(kind);
