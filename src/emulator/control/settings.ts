import type { JsonObject } from '../../model/json';
import { ApiProblem } from '../http/api-problem';
import { type HttpResponse, jsonResponse } from '../http/http';
import { changeSettings, type Settings, type SettingsChange } from '../state/settings';
import type { Control } from './control';
import { readInput } from './input';

/** How certificate jobs end, and the list of regions. PUT changes what it is given and answers the whole. */
export const settings: Control = {
  GET: ({ settings: now }) => settingsAnswer(now),
  async PUT(state, request) {
    const change = await readInput<SettingsChange>(request, (z) =>
      z.strictObject({
        certificates: z
          .strictObject({
            seconds: z.number().min(0).max(86_400).optional(),
            outcomes: z.record(z.string(), z.enum(['ok', 'DNS_ERROR', 'INTERNAL_ERROR'])).optional(),
          })
          .optional(),
        regions: z.array(z.string().regex(/^[a-z0-9-]+$/, 'expected a region such as us or us-cal-1')).optional(),
      }),
    );
    const removed = state.settings.regions.find((region) => change.regions?.includes(region) === false);
    if (removed !== undefined) {
      throw new ApiProblem(
        400,
        undefined,
        `regions lacks '${removed}'; expected the present regions and new ones: region_domains of an ingress only grow.`,
      );
    }
    state.settings = changeSettings(state.settings, change);
    return settingsAnswer(state.settings);
  },
};

function settingsAnswer({ certificates, regions }: Settings): HttpResponse {
  const body: JsonObject = { certificates: { ...certificates }, regions };
  return jsonResponse(200, body);
}
