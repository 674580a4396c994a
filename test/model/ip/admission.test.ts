/** The admission of rules, compared with a count of every address between two ends of networks. */
import type { NetworkRule } from '../../../src/model/ip/aggregate-rules';
import { computeRuleSetAdmission } from '../../../src/model/variants/admission';
import { campaignSize, picker } from '../../fuzz';
import { cidr } from '../../support/cidr';
import { countAdmitted, type RandomNetwork, randomNetwork } from '../../support/networks';

const toRule = ({ text, action }: RandomNetwork): NetworkRule => ({ cidr: cidr(text), action });

test('random rules admit the addresses that an allow rule and no deny rule matches', () => {
  const pick = picker(33);
  let complete = 0;
  for (let round = 0; round < campaignSize(2_000, 10_000); round++) {
    const networks = [...Array(pick(8)).keys()].map(() => randomNetwork(pick));
    const [v4, v6] = [
      countAdmitted(networks.filter(({ isV6 }) => !isV6)),
      countAdmitted(networks.filter(({ isV6 }) => isV6)),
    ];
    const isOpen = v4 === 2n ** 32n || v6 === 2n ** 128n;
    complete += isOpen ? 1 : 0;
    expect([networks, computeRuleSetAdmission(networks.map(toRule))]).toEqual([
      networks,
      { admits_every_address: isOpen, admitted_ipv4_addresses: Number(v4), admitted_ipv6_addresses: String(v6) },
    ]);
  }
  expect(complete).toBeGreaterThan(100);
});
