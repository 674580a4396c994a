import { type HttpResponse, jsonResponse } from '../http/http';
import { readJsonBody } from '../http/read-input';
import { createValidator } from '../http/validate-json';
import { CERTIFICATE_OUTCOMES, changeSettings, type Settings } from '../service/state/options';
import { badRequest } from '../service/state/refusal';
import type { Control } from './control';

/** The limit of a day is a choice of this control: `createEmulator` and a snapshot may have any number. */
const SECONDS_FORM = 'a number from 0 to 86400';
const REGION_FORM = 'a region such as us or us-cal-1';

const validateChange = createValidator((z) =>
  z.strictObject({
    certificates: z
      .strictObject({
        seconds: z.number().min(0, { error: SECONDS_FORM }).max(86_400, { error: SECONDS_FORM }).optional(),
        outcomes: z.record(z.string(), z.enum(CERTIFICATE_OUTCOMES)).optional(),
      })
      .optional(),
    regions: z.array(z.string().regex(/^[a-z0-9-]+$/, { error: REGION_FORM })).optional(),
  }),
);

/**
 * GET returns the duration and the outcomes of certificate jobs, and the regions. PUT changes the given members and
 * returns all; regions can only be added.
 */
export const settingsControl: Control = {
  GET: (state) => settingsResponse(state.settings),
  PUT(state, request) {
    const change = validateChange(readJsonBody(request));
    const removed = state.settings.regions.find((region) => change.regions?.includes(region) === false);
    if (removed !== undefined) {
      throw badRequest(
        `regions does not contain '${removed}'; expected the present regions and new ones. ` +
          'The service never removes a region_domain of an ingress.',
      );
    }
    state.settings = changeSettings(state.settings, change);
    return settingsResponse(state.settings);
  },
};

function settingsResponse({ certificates, regions }: Settings): HttpResponse {
  return jsonResponse(200, { certificates: { ...certificates }, regions });
}
