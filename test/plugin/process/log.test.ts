import { createLog, type Level, readLogLevel } from '../../../src/plugin/log';
import { createRedactor } from '../../../src/plugin/redact';

function lines(level: Level | undefined): {
  log: ReturnType<typeof createLog>;
  written: string[];
  add: (s: string) => void;
} {
  const written: string[] = [];
  const redactor = createRedactor();
  const now = (): Date => new Date('2026-01-02T03:04:05.678Z');
  const log = createLog(level, (line) => written.push(line), redactor, now);
  return { log, written, add: redactor.add };
}

describe('readLogLevel()', () => {
  test.each<[Record<string, string>, Level | undefined]>([
    [{}, undefined],
    [{ TF_LOG: '' }, undefined],
    [{ TF_LOG: 'off' }, undefined],
    [{ TF_LOG: 'WARN' }, 'warn'],
    [{ TF_LOG: 'json' }, 'trace'],
    [{ TF_LOG: '1' }, 'trace'],
    [{ TF_LOG: 'error', TF_LOG_PROVIDER: 'debug' }, 'debug'],
    [{ TF_LOG: 'error', TF_LOG_PROVIDER_NETINGRESS: 'info' }, 'info'],
  ])('of %j is %s', (environment, expected) => {
    expect(readLogLevel(environment)).toBe(expected);
  });
});

describe('createLog()', () => {
  test('writes one line of JSON with six digits of a second, and texts for level and message', () => {
    const { log, written } = lines('info');
    log('info', 'two\nlines', { n: 1, absent: undefined, '@level': 'x' });
    expect(written).toEqual([
      '{"@level":"info","@message":"two\\nlines","@module":"netingress","@timestamp":"2026-01-02T03:04:05.678000Z","n":1}\n',
    ]);
  });

  test('omits lines below its level, and all lines without one', () => {
    const { log, written } = lines('warn');
    log('info', 'no');
    log('warn', 'yes');
    log('error', 'yes');
    expect(written).toHaveLength(2);
    const none = lines(undefined);
    none.log('error', 'no');
    expect(none.written).toEqual([]);
  });

  test('stays below 64 KiB however long the message, the fields or their escapes are', () => {
    const { log, written } = lines('trace');
    log('debug', 'm'.repeat(100_000));
    log('debug', '\u0001'.repeat(100_000));
    log('debug', 'short', { f: 'é'.repeat(60_000) });
    for (const line of written) {
      expect(Buffer.byteLength(line)).toBeLessThan(65_536);
      expect(JSON.parse(line)).toMatchObject({ '@level': 'debug', truncated: true });
    }
  });

  test('redacts every secret, also in fields and within a longer one', () => {
    const { log, written, add } = lines('trace');
    add('key_secret');
    add('key_secret_long');
    add('"quoted"');
    log('debug', 'a key_secret_long b', { url: 'x?k=key_secret', q: 'say "quoted"' });
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      '@message': 'a [redacted] b',
      url: 'x?k=[redacted]',
      q: 'say [redacted]',
    });
  });
});
