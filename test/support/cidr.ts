import { type Cidr, parseCidr } from '../../src/model/ip/cidr';

/** Throws for a text that is not a network, so that a typing error in a test is not a network without addresses. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if ('problem' in parsed) throw new Error(`'${text}' ${parsed.problem}`);
  return parsed;
}
