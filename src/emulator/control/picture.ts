import { KINDS } from '../../model/kinds';
import { formatCount } from '../../model/text';
import { jsonResponse } from '../http/http';
import { readQuery } from '../http/read-input';
import { newestFirst } from '../service/state/store';
import { type Control, getAccount } from './control';

/** Chosen: a larger picture is hard to read. */
const MAX_DRAWN = 250;

/**
 * GET returns `{markup}`, for the page: the picture of the objects of the first account or of `?account`, without those
 * of kinds that only the controls create.
 */
export const pictureControl: Control = {
  async GET(emulator, { query }) {
    const { store } = getAccount(emulator, readQuery(query, ['account']).get('account'));
    const { graphFromObjects } =
      require('../../graph/build/from-objects') as typeof import('../../graph/build/from-objects');
    const { focusGraph } = require('../../graph/focus') as typeof import('../../graph/focus');
    const { drawPicture } = require('../../graph/formats/picture') as typeof import('../../graph/formats/picture');
    const { toList } = require('../../objects/from-account') as typeof import('../../objects/from-account');
    const objects = KINDS.flatMap(({ name: kind }) => {
      const stored = [...newestFirst(store, kind)].map(({ id, values, service }) => ({
        id,
        values: { ...service, ...values },
      }));
      return toList(kind, stored).objects;
    });
    const { graph, omitted } = focusGraph(graphFromObjects(objects), { max: MAX_DRAWN });
    const note = `${formatCount(omitted, 'object')} not drawn; GET state returns all.`;
    const { markup } = await drawPicture(graph, omitted > 0 ? { note } : {});
    return jsonResponse(200, { markup });
  },
};
