/** The checks behind an attribute's `format`, by name. */
import { EVENT_TYPES } from './events/types';
import type { FormatName } from './kind';
import { parseCidr } from './rules/cidr';
import { isHostname } from './rules/hostname';
import { didYouMean } from './rules/nearest';
import { parsePem } from './rules/pem';

/** Why a text does not have a format: `problem` continues a sentence whose subject is the attribute. */
export interface FormatProblem {
  readonly problem: string;
  readonly expected: string;
}

type FormatCheck = (text: string) => FormatProblem | undefined;

/** One check per format; undefined means that the text has the format. */
export const FORMATS: Readonly<Record<FormatName, FormatCheck>> = {
  cidr(text) {
    const parsed = parseCidr(text);
    return 'problem' in parsed ? { problem: `'${text}' ${parsed.problem}`, expected: parsed.expected } : undefined;
  },
  csr(text) {
    const blocks = parsePem(text);
    const only = blocks.length === 1 ? blocks[0] : undefined;
    const isRequest = only && /^(NEW )?CERTIFICATE REQUEST$/.test(only.label) && only.der[0] === 0x30;
    return isRequest
      ? undefined
      : { problem: 'is not a certificate signing request', expected: 'one PEM block CERTIFICATE REQUEST' };
  },
  event_type(text) {
    if (EVENT_TYPES.includes(text)) return undefined;
    return {
      problem: `'${text}' is not an event type`,
      expected: `one of the ${EVENT_TYPES.length} event types, such as ip_policy_created.v0${didYouMean(text, EVENT_TYPES)}`,
    };
  },
  hostname(text) {
    return isHostname(text)
      ? undefined
      : { problem: `'${text}' is not a domain name`, expected: 'a domain name such as ingress.example.com' };
  },
  resource_name(text) {
    return text.trim() === ''
      ? { problem: 'is empty', expected: 'the resource name that the cloud provider shows' }
      : undefined;
  },
};
