/**
 * The page's script, for browsers. It asks the controls twice a second while the page is seen, and writes all that it is
 * told as text nodes, never as markup, so that nothing an object holds can act on the page.
 */
export const SCRIPT = `'use strict';
(() => {
  const everyMilliseconds = 500;
  const newest = 50;
  const objectsAtMost = 100;
  const byId = (id) => document.getElementById(id);
  let token = '';
  let paused = false;
  let seen = '';
  let looks = 0;

  /** An element with text and children; strings become text nodes. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** Has the parent hold one child an item, in order; those that stay keep their place, their focus and whether they are open. */
  function sync(parent, items, keyOf, make, update) {
    const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
    const wanted = items.map((item) => {
      const key = String(keyOf(item));
      const child = known.get(key) ?? make(item);
      child.dataset.key = key;
      known.delete(key);
      update?.(child, item);
      return child;
    });
    for (const child of known.values()) child.remove();
    wanted.forEach((child, index) => {
      if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
    });
  }

  function setText(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }

  const json = (value) => JSON.stringify(value, null, 2);
  const clockTime = (time) => (time ?? '').slice(11, 19);

  /** A line that opens to show the whole as JSON. */
  function opening(summary, value) {
    return element('details', {}, element('summary', {}, ...summary), element('pre', {}, json(value)));
  }

  function showObjects(state) {
    const kinds = Object.entries(state.objects).filter(([, objects]) => objects.length > 0);
    byId('objects-empty').hidden = kinds.length > 0;
    sync(
      byId('objects'),
      kinds,
      ([kind]) => kind,
      ([kind]) =>
        element('details', { open: '' },
          element('summary', {}, element('strong', {}, kind.replaceAll('_', ' ')), ' ', element('span', { class: 'soft count' })),
          element('div', { class: 'list' }),
          element('p', { class: 'more', hidden: '' })),
      (child, [, objects]) => {
        setText(child.querySelector('.count'), String(objects.length));
        sync(
          child.querySelector('.list'),
          objects.slice(0, objectsAtMost),
          ({ id }) => id,
          (object) => opening([element('code', {}, object.id), ' ', element('span', { class: 'soft name' })], object),
          (line, object) => {
            setText(line.querySelector('.name'), object.description || object.domain || object.cidr || object.addr || object.type || '');
            setText(line.querySelector('pre'), json(object));
          },
        );
        const more = child.querySelector('.more');
        more.hidden = objects.length <= objectsAtMost;
        setText(more, 'and ' + (objects.length - objectsAtMost) + ' more');
      },
    );
  }

  function showRequests({ total, requests }) {
    setText(byId('request-total'), String(total));
    byId('requests-empty').hidden = requests.length > 0;
    byId('requests-table').hidden = requests.length === 0;
    const grade = (status) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');
    sync(
      byId('requests'),
      [...requests].reverse(),
      ({ n, time }) => n + ' ' + time,
      ({ n, time, method, path, status, operation, client }) =>
        element('tr', {},
          element('td', {}, String(n)),
          element('td', {}, clockTime(time)),
          element('td', { class: 'path' }, method + ' ' + path),
          element('td', { class: grade(status) }, String(status)),
          element('td', {}, operation ?? 'not routed'),
          element('td', { class: 'soft' }, client || '–')),
    );
  }

  function showEvents({ total, events }) {
    setText(byId('event-total'), String(total));
    byId('events-empty').hidden = events.length > 0;
    sync(
      byId('events'),
      [...events].reverse(),
      ({ event_id }) => event_id,
      (event) =>
        opening([
          element('span', { class: 'soft' }, clockTime(event.event_timestamp)), ' ',
          element('strong', {}, event.event_type), ' ',
          element('span', { class: 'soft' }, event.principal?.subject ?? ''),
        ], event),
    );
  }

  function showFaults(answer) {
    const faults = answer?.faults ?? [];
    byId('faults-empty').hidden = faults.length > 0;
    sync(
      byId('faults'),
      faults,
      (fault) => fault.id ?? json(fault),
      (fault) => opening([element('strong', { class: 'what' }), ' ', element('span', { class: 'soft hits' })], fault),
      (child, fault) => {
        const { id, hits, ...rest } = fault;
        setText(child.querySelector('.what'), id === undefined ? 'fault' : String(id));
        setText(child.querySelector('.hits'), (hits === undefined ? '' : hits + (hits === 1 ? ' hit: ' : ' hits: ')) + JSON.stringify(rest));
        setText(child.querySelector('pre'), json(fault));
      },
    );
  }

  function showStatus(text, kind) {
    setText(byId('status'), text);
    byId('status').className = 'status ' + kind;
  }

  /** What a control answers; undefined for one that this emulator does not have. */
  async function ask(name) {
    const answer = await fetch(name, { headers: token ? { authorization: 'Bearer ' + token } : {}, cache: 'no-store' });
    if (answer.status === 403) throw new Error('token');
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error('status ' + answer.status);
    return answer.json();
  }

  async function look() {
    const [requests, events, faults] = await Promise.all([
      ask('requests?limit=' + newest),
      ask('events?limit=' + newest),
      ask('faults'),
    ]);
    showRequests(requests);
    showEvents(events);
    showFaults(faults);
    // The objects are much to send: they are asked for when something happened, and now and then for what leaves no trace.
    const now = requests.total + ' ' + events.total + ' ' + (requests.requests.at(-1)?.time ?? '');
    if (now === seen && looks++ % 10 !== 0) return;
    seen = now;
    const state = await ask('state');
    showObjects(state);
    setText(byId('profile'), state.profile);
    setText(byId('clock'), state.time.slice(0, 19).replace('T', ' ') + ' UTC');
    byId('clock').dateTime = state.time;
  }

  async function go() {
    try {
      if (!paused && !document.hidden) {
        await look();
        byId('token-form').hidden = true;
        if (!paused) showStatus('Live', 'live');
      }
    } catch (error) {
      const wantsToken = error instanceof Error && error.message === 'token';
      byId('token-form').hidden = !wantsToken;
      showStatus(wantsToken ? 'Needs the control token' : 'The emulator does not answer', 'lost');
    }
    setTimeout(go, everyMilliseconds);
  }

  byId('pause').addEventListener('click', () => {
    paused = !paused;
    byId('pause').setAttribute('aria-pressed', String(paused));
    setText(byId('pause'), paused ? 'Resume' : 'Pause');
    if (paused) showStatus('Paused', '');
  });
  byId('token-form').addEventListener('submit', (event) => {
    event.preventDefault();
    token = byId('token').value;
  });
  go();
})();
`;
