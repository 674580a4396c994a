import { type Cidr, parseCidr } from '../../src/model/ip/cidr';

/** Parses a network. Throws for another text, so that a typing error in a test is found. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if ('problem' in parsed) throw new Error(`'${text}' ${parsed.problem}`);
  return parsed;
}
