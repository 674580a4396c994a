/** The other kinds of the matrix, so that two workers share the work. */
import { describeMatrix, MATRIX_KINDS } from '../../support/acceptance/matrix';

for (const [index, { kind, profile }] of MATRIX_KINDS.entries()) if (index % 2 === 1) describeMatrix(kind, profile);
