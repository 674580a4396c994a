/** Every second kind of the model, so that two workers share the work. */
import { KINDS } from '../../../src/model/kinds';
import { describeMatrix } from '../../support/acceptance/matrix';

jest.setTimeout(180_000);

for (const [index, kind] of KINDS.entries()) if (index % 2 === 0) describeMatrix(kind);
