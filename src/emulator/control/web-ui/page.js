/**
 * Shows the emulator's objects, requests, events and faults. Polls the controls while the page is visible, unless it is
 * paused. Values become texts or attributes, and are escaped in the picture, so that no stored value can act on it. The
 * common script of all pages comes first, and draws the picture.
 */
const POLL_MS = 500;
const MAX_ROWS = 50;
/** Without a new request or event, the objects are read again after that many polls. */
const OBJECT_POLL_INTERVAL = 10;
let token = '';
let paused = false;
let lastActivity = '';
let polls = 0;
let drawn = '';

function createElement(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Gives the parent one child per item, in order. An existing child keeps its focus and whether it is open. */
function syncChildren(parent, items, getKey, create, update) {
  const existing = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const children = items.map((item) => {
    const key = String(getKey(item));
    const child = existing.get(key) ?? create(item);
    child.dataset.key = key;
    existing.delete(key);
    update?.(child, item);
    return child;
  });
  for (const child of existing.values()) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const toJson = (value) => JSON.stringify(value, null, 2);
const formatTime = (time) => (time ?? '').slice(11, 19);

function createDetails(summary, value) {
  return createElement(
    'details',
    {},
    createElement('summary', {}, ...summary),
    createElement('pre', {}, toJson(value)),
  );
}

function showObjects({ markup }) {
  if (markup !== drawn) replacePicture(markup);
  drawn = markup;
}

function statusClass(status) {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

function createRequest({ n, time, method, path, status, operation, client }) {
  return createElement(
    'tr',
    {},
    createElement('td', {}, String(n)),
    createElement('td', {}, formatTime(time)),
    createElement('td', { class: 'path' }, `${method} ${path}`),
    createElement('td', { class: statusClass(status) }, String(status)),
    createElement('td', {}, operation ?? 'not routed'),
    createElement('td', { class: 'soft' }, client || '–'),
  );
}

function showRequests({ total, requests }) {
  setText(byId('request-total'), String(total));
  byId('requests-empty').hidden = requests.length > 0;
  byId('requests-table').hidden = requests.length === 0;
  syncChildren(byId('requests'), [...requests].reverse(), ({ n, time }) => `${n} ${time}`, createRequest);
}

function createEvent(event) {
  const time = createElement('span', { class: 'soft' }, formatTime(event.event_timestamp));
  const type = createElement('strong', {}, event.event_type);
  const subject = createElement('span', { class: 'soft' }, event.principal?.subject ?? '');
  return createDetails([time, ' ', type, ' ', subject], event);
}

function showEvents({ total, events }) {
  setText(byId('event-total'), String(total));
  byId('events-empty').hidden = events.length > 0;
  syncChildren(byId('events'), [...events].reverse(), ({ event_id }) => event_id, createEvent);
}

function createFault(fault) {
  const hits = createElement('span', { class: 'soft hits' });
  return createDetails([createElement('strong', {}, fault.id), ' ', hits], fault);
}

function updateFault(child, fault) {
  const { id: _id, hits, ...others } = fault;
  setText(child.querySelector('.hits'), `${hits} ${hits === 1 ? 'hit' : 'hits'}: ${JSON.stringify(others)}`);
  setText(child.querySelector('pre'), toJson(fault));
}

function showFaults({ faults }) {
  byId('faults-empty').hidden = faults.length > 0;
  syncChildren(byId('faults'), faults, ({ id }) => id, createFault, updateFault);
}

function showStatus(text, kind) {
  setText(byId('status'), text);
  byId('status').className = `status ${kind}`;
}

async function getControl(name) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(name, { headers, cache: 'no-store' });
  if (response.status === 403) throw new Error('token');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

async function update() {
  const [requests, events, faults] = await Promise.all([
    getControl(`requests?limit=${MAX_ROWS}`),
    getControl(`events?limit=${MAX_ROWS}`),
    getControl('faults'),
  ]);
  showRequests(requests);
  showEvents(events);
  showFaults(faults);
  // The picture is a large response, so it is not read on every poll.
  const activity = `${requests.total} ${events.total} ${requests.requests.at(-1)?.time ?? ''}`;
  const isDue = polls % OBJECT_POLL_INTERVAL === 0;
  if (activity === lastActivity) polls += 1;
  if (activity === lastActivity && !isDue) return;
  lastActivity = activity;
  const [state, picture] = await Promise.all([getControl('state'), getControl('picture')]);
  showObjects(picture);
  setText(byId('profile'), state.profile);
  setText(byId('clock'), `${state.time.slice(0, 19).replace('T', ' ')} UTC`);
  byId('clock').dateTime = state.time;
}

async function poll() {
  try {
    if (!paused && !document.hidden) {
      await update();
      byId('token-form').hidden = true;
      if (!paused) showStatus('Live', 'live');
    }
  } catch (error) {
    const needsToken = error instanceof Error && error.message === 'token';
    byId('token-form').hidden = !needsToken;
    showStatus(needsToken ? 'Needs the control token' : 'The emulator does not respond', 'lost');
  }
  setTimeout(poll, POLL_MS);
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
void poll();
