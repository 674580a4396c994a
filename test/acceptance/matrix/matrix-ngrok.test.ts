/** The attributes that only the public service has, against an emulator of that profile. */
import { getKind } from '../../../src/model/kinds';
import { kindIn, PROFILES } from '../../../src/model/profiles';
import { describeMatrixOfProfileAttributes } from '../../support/acceptance/matrix';

jest.setTimeout(180_000);

/** Kinds of the specification with inputs that only the public service has. */
const EXTENDED_KINDS = ['api_key', 'tunnel_credential', 'ssh_public_key', 'domain', 'event_destination'];

for (const name of EXTENDED_KINDS) describeMatrixOfProfileAttributes(kindIn(getKind(name), PROFILES.ngrok));
