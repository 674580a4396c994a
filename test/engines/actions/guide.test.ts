/** The guide to actions, run with a Terraform that has them. */
import { commandsNotRun, openGuide } from '../../docs/run-guide';
import { testFeature } from '../../support/engines/feature';

testFeature('actions', {
  claim: 'every command of the guide works, with the app and with the HCL of the guide',
  async works() {
    const guide = await openGuide('docs/guides/actions.md');
    try {
      const output = await guide.follow('In TypeScript');
      expect(output).toContain('(rules)): Verified 2 networks.');
      expect(output).toContain('(triggered by CLI): Verified 2 networks.');
      expect(await guide.follow('In HCL')).toContain('Verified 3 networks.');
      const verified = await guide.follow('Verify access');
      expect(verified).toContain('(triggered by CLI): Verified 3 networks.');
      // The command without Terraform that the guide shows after the action.
      expect(verified).toMatch(/^ {2}passed --must-admit 203\.0\.113\.0\/24: /m);
      expect(verified).toMatch(/^ {2}passed --must-deny 198\.51\.100\.0\/24: /m);
      expect(commandsNotRun('docs/guides/actions.md')).toEqual([]);
    } finally {
      await guide.close();
    }
  },
});
