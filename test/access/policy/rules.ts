import type { KnownJson } from '../../../src/values/known';

export const rules = (...list: readonly KnownJson[]): KnownJson => ({ on_http_request: list });
export const when = (expression: KnownJson, ...actions: readonly KnownJson[]): KnownJson => ({
  ...{ expressions: [expression], actions },
});
export const act = (type: string, config?: KnownJson): KnownJson =>
  config === undefined ? { type } : { type, config };
export const always = (...actions: readonly KnownJson[]): KnownJson => ({ actions });
export const deny = act('deny');
export const ok = act('custom-response', { status_code: 200 });
export const doing = (...actions: readonly KnownJson[]): KnownJson => rules(always(...actions));
export const onlyIf = (condition: KnownJson): KnownJson => rules(when(condition, ok), always(deny));
export const unless = (condition: KnownJson): KnownJson => rules(when(condition, deny), always(ok));
