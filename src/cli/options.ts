/** Option parsers and help texts that several commands share. */

/** Folder that `cdktf synth` writes unless `cdktf.json` names another one. */
export const DEFAULT_SYNTH_FOLDER = 'cdktf.out';

export const APP_HELP = `folder that \`cdktf synth\` wrote (default: "${DEFAULT_SYNTH_FOLDER}", if it exists)`;
export const STATE_HELP = 'state file, or - for standard input; repeatable';
export const OWN_KEY_HELP = 'id of an API key of your own pipeline, whose changes are not reported; repeatable';

export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
