import { onAbort } from '../../src/model/net/on-abort';

test('an abort calls every callback but those that an earlier callback has unsubscribed', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push('first');
    unsubscribe();
  });
  const unsubscribe = onAbort(controller.signal, () => called.push('second'));
  onAbort(controller.signal, () => called.push('third'));
  controller.abort();
  expect(called).toEqual(['first', 'third']);
});
