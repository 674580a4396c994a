/** Option parsers and help texts that several commands share. */

/** Folder that `cdktf synth` writes unless `cdktf.json` names another one. */
export const DEFAULT_APP = 'cdktf.out';

export const APP_HELP = `folder that \`cdktf synth\` wrote (default: "${DEFAULT_APP}", if it exists)`;
export const STATE_HELP = 'state file, or - for standard input; repeatable';
export const OWN_KEY_HELP = 'id of an API key that your own pipeline uses; repeatable';

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
