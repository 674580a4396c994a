/** The kinds that only the public service has, against an emulator of that profile. */
import { describeMatrix } from '../../support/acceptance/matrix';
import { NGROK_KINDS } from '../../support/kinds';

jest.setTimeout(180_000);

for (const kind of NGROK_KINDS) describeMatrix(kind, 'ngrok');
