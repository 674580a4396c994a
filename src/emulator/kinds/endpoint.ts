import { ApiProblem } from '../http/api-problem';
import type { Behaviour } from './kind-hooks';

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443, tcp: 0 };

/** What follows from the URL of an endpoint: its scheme and host are those of the URL (gaps.md section 0). */
export const endpoint: Behaviour = {
  make(_call, { values }) {
    const text = String(values['url']);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const scheme = url?.protocol.slice(0, -1) ?? '';
    if (!url || url.hostname === '' || !Object.hasOwn(defaultPorts, scheme)) {
      throw new ApiProblem(400, 215, `url is '${text}'; expected a URL of http, https, tcp or tls with a host.`);
    }
    const port = url.port === '' ? (defaultPorts[scheme] ?? 0) : Number(url.port);
    const hostport = `${url.hostname}:${port}`;
    return { public_url: text, proto: scheme, scheme, hostport, host: url.hostname, port };
  },
};
