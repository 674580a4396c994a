import { proxyForUrl } from '../../../src/model/net/proxy';

const proxy = 'http://proxy.example.com:3128';

const cases: [string, string, Record<string, string>, string | undefined][] = [
  ['https_proxy is for https', 'https://api.example.com', { https_proxy: proxy }, proxy],
  ['the upper-case variable counts too', 'https://api.example.com', { HTTPS_PROXY: proxy }, proxy],
  [
    'the lower-case variable comes first',
    'https://api.example.com',
    { HTTPS_PROXY: 'http://x', https_proxy: proxy },
    proxy,
  ],
  ['all_proxy is for what has none of its own', 'https://api.example.com', { ALL_PROXY: proxy }, proxy],
  ['http_proxy is not for https', 'https://api.example.com', { http_proxy: proxy }, undefined],
  ['an empty variable does not count', 'https://api.example.com', { https_proxy: '' }, undefined],
  [
    'no_proxy excepts the host',
    'https://api.example.com',
    { https_proxy: proxy, no_proxy: 'x, API.example.com' },
    undefined,
  ],
  [
    'no_proxy excepts subdomains',
    'https://api.example.com',
    { https_proxy: proxy, NO_PROXY: 'example.com' },
    undefined,
  ],
  [
    'a leading dot means the same',
    'https://api.example.com',
    { https_proxy: proxy, NO_PROXY: '.example.com' },
    undefined,
  ],
  ['no other name that ends alike', 'https://badexample.com', { https_proxy: proxy, NO_PROXY: 'example.com' }, proxy],
  [
    'a port excepts that port only',
    'https://api.example.com',
    { https_proxy: proxy, NO_PROXY: 'api.example.com:8443' },
    proxy,
  ],
  [
    'the port of the scheme counts',
    'https://api.example.com',
    { https_proxy: proxy, NO_PROXY: 'api.example.com:443' },
    undefined,
  ],
  ['a star excepts all', 'https://api.example.com', { https_proxy: proxy, no_proxy: '*' }, undefined],
  [
    'an address without brackets has no port',
    'https://[fd00::5]',
    { https_proxy: proxy, no_proxy: 'fd00::5' },
    undefined,
  ],
  [
    'addresses are compared in any notation',
    'https://[fd00::a]',
    { https_proxy: proxy, no_proxy: '[FD00:0::A]' },
    undefined,
  ],
  [
    'an address with a port excepts that port only',
    'https://[fd00::a]:8443',
    { https_proxy: proxy, no_proxy: '[fd00::a]:443' },
    proxy,
  ],
  ['this machine is reached directly', 'http://127.0.0.1:4040', { ALL_PROXY: 'socks5://127.0.0.1:1080' }, undefined],
  ['this machine has more names', 'https://api.localhost', { https_proxy: proxy }, undefined],
  ['what is no URL has no proxy', 'api.example.com', { https_proxy: proxy }, undefined],
];

test.each(cases)('%s', (_, url, environment, expected) => {
  expect(proxyForUrl(url, environment)).toBe(expected);
});
