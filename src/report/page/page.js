/**
 * The behavior of the picture of objects: lines between boxes, search, filters by kind, collapsing, and the panel of an
 * object. Values of the data become text nodes; the markup of boxes is made by `graph/`. The pages of files draw one
 * picture; that of the emulator replaces it by newer ones.
 */
const byId = (id) => document.getElementById(id);
let forgetPicture = () => undefined;

// biome-ignore lint/correctness/noUnusedVariables: the script of the emulator's page, which follows this one, calls it
function replacePicture(markup) {
  const kept = forgetPicture();
  byId('picture').replaceWith(new DOMParser().parseFromString(markup, 'text/html').getElementById('picture'));
  showPicture(kept);
}

function showPicture(kept) {
  const listeners = new AbortController();
  const listen = (target, type, listener, options = {}) =>
    target.addEventListener(type, listener, { ...options, signal: listeners.signal });
  const queryAll = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { nodes, edges, links, attributesTitle } = JSON.parse(byId('data').textContent);
  const boxes = new Map(queryAll('[data-box]').map((box) => [Number(box.dataset.box), box]));
  const buttons = new Map(queryAll('[data-node]').map((button) => [Number(button.dataset.node), button]));
  const findBox = (index) => buttons.get(index).closest('[data-box]');
  const searchTexts = nodes.map(({ label, title, location, details }) =>
    [label, title, location, ...details.flat()].join(' ').toLowerCase(),
  );
  let selected;

  function setAttributes(element, attributes) {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function createElement(name, attributes, ...children) {
    const element = setAttributes(document.createElement(name), attributes);
    element.append(...children);
    return element;
  }

  function createPath(attributes) {
    return setAttributes(document.createElementNS('http://www.w3.org/2000/svg', 'path'), attributes);
  }

  /** Lines meet a box at its first row, or at the frame of its block. */
  function getAnchor(box, origin) {
    const block = box.closest('.block');
    const element = block ?? box;
    const outer = element.getBoundingClientRect();
    const row = block ? outer : (box.querySelector('.node, summary') ?? box).getBoundingClientRect();
    return {
      element,
      left: outer.left - origin.left,
      right: outer.right - origin.left,
      y: (row.top + row.bottom) / 2 - origin.top,
    };
  }

  function isHighlighted(from, to) {
    if (selected === undefined || !from.classList.contains('hot') || !to.classList.contains('hot')) return false;
    return [from, to].includes(findBox(selected));
  }

  /** Lists the visible lines of a cluster; several links between the same two blocks are one line. */
  function listLines(cluster) {
    const origin = cluster.getBoundingClientRect();
    const lines = [];
    for (const [fromIndex, toIndex, belongs] of links) {
      const [from, to] = [boxes.get(fromIndex), boxes.get(toIndex)];
      if (!cluster.contains(from) || !cluster.contains(to) || from.hidden || to.hidden) continue;
      const hot = isHighlighted(from, to);
      const [start, end] = (belongs ? [to, from] : [from, to]).map((box) => getAnchor(box, origin));
      const same = lines.find((line) => line.start.element === start.element && line.end.element === end.element);
      if (same) same.hot ||= hot;
      else lines.push({ start, end, belongs, hot });
    }
    return lines.sort((one, other) => one.hot - other.hot);
  }

  function drawLine({ start, end, belongs, hot }) {
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    if (hot) group.setAttribute('class', 'hot');
    const middle = (start.right + end.left) / 2;
    const tip = belongs ? 0 : 7;
    const target = end.left - tip;
    group.append(
      createPath({ d: `M${start.right} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${target} ${end.y}` }),
    );
    if (!belongs) group.append(createPath({ class: 'tip', d: `M${target - 1} ${end.y - 4}l8 4l-8 4z` }));
    return group;
  }

  function drawCluster(cluster) {
    cluster.querySelector('.lines').replaceChildren(...listLines(cluster).map(drawLine));
  }

  const clusters = queryAll('.cluster').filter((cluster) => cluster.querySelector('.lines'));
  const drawAll = () => clusters.forEach(drawCluster);

  /** Expands a list that contains a match, and restores it when the search is cleared. */
  function updateDetails(details, isSearch) {
    if (isSearch && !details.dataset.was) details.dataset.was = details.open ? 'open' : 'closed';
    const hasItems = queryAll('li:not([hidden])', details).length > 0;
    if (isSearch) details.open = hasItems;
    else if (details.dataset.was) {
      details.open = details.dataset.was === 'open';
      delete details.dataset.was;
    }
    details.hidden = !hasItems;
  }

  /** Returns the boxes that contain a match. */
  function markMatches(matches, isSearch) {
    const matching = new Set();
    for (const [index, button] of buttons) {
      if (matches[index]) matching.add(findBox(index));
      const item = button.closest('li');
      if (item) item.hidden = !matches[index];
      else button.classList.toggle('dim', isSearch && !matches[index]);
    }
    return matching;
  }

  /** Adds the boxes that a matching box references or is referenced by. */
  function withNeighbors(matching) {
    const visible = new Set(matching);
    for (const [from, to] of links) {
      if (matching.has(boxes.get(from))) visible.add(boxes.get(to));
      if (matching.has(boxes.get(to))) visible.add(boxes.get(from));
    }
    return visible;
  }

  function applyFilter() {
    const words = byId('search')
      .value.toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const isSearch = words.length > 0;
    const kinds = new Set(queryAll('input[data-kind]:checked').map((box) => box.dataset.kind));
    const matches = nodes.map(
      ({ kind }, index) => kinds.has(kind) && words.every((word) => searchTexts[index].includes(word)),
    );
    const matching = markMatches(matches, isSearch);
    const visible = isSearch ? withNeighbors(matching) : matching;
    for (const box of boxes.values()) {
      box.hidden = !visible.has(box) || !kinds.has(box.dataset.kind);
      box.classList.toggle('dim', !matching.has(box));
      for (const element of box.matches('details') ? [box] : queryAll('details', box)) updateDetails(element, isSearch);
    }
    for (const part of queryAll('.block, .cluster, .part')) {
      part.hidden = queryAll('[data-box]', part).every(({ hidden }) => hidden);
    }
    const count = matches.filter(Boolean).length;
    byId('found').textContent = count === nodes.length ? '' : `${count} of ${nodes.length} objects`;
    drawAll();
  }

  function listNeighbors(index) {
    return edges.flatMap(([from, to]) => {
      if (from === index) return [to];
      return to === index ? [from] : [];
    });
  }

  function select(index) {
    if (selected !== undefined) buttons.get(selected).setAttribute('aria-pressed', 'false');
    for (const box of boxes.values()) box.classList.remove('hot');
    selected = index;
    byId('panel').hidden = index === undefined;
    if (index !== undefined) {
      buttons.get(index).setAttribute('aria-pressed', 'true');
      findBox(index).classList.add('hot');
      for (const other of listNeighbors(index)) findBox(other).classList.add('hot');
      describe(index);
    }
    drawAll();
  }

  function createReferences(heading, references) {
    if (references.length === 0) return [];
    const items = references.map(([index, path]) => {
      const button = createElement('button', { type: 'button' }, nodes[index].label);
      button.addEventListener('click', () => reveal(index));
      return createElement('li', {}, button, ' ', createElement('small', {}, `${nodes[index].title} · ${path}`));
    });
    return [createElement('h4', {}, `${heading} (${references.length})`), createElement('ul', {}, ...items)];
  }

  function describe(index) {
    const { label, title, badges, location, details } = nodes[index];
    const uses = edges.filter(([from]) => from === index).map(([, to, path]) => [to, path]);
    const usedBy = edges.filter(([, to]) => to === index).map(([from, , path]) => [from, path]);
    const attributes = details.flatMap(([name, value]) => [
      createElement('dt', {}, name),
      createElement('dd', {}, value),
    ]);
    byId('description').replaceChildren(
      createElement('h3', {}, label),
      createElement('p', {}, [title, ...badges].join(' · ')),
      createElement('p', {}, createElement('code', {}, location)),
      ...createReferences('Uses', uses),
      ...createReferences('Used by', usedBy),
      ...(details.length === 0 ? [] : [createElement('h4', {}, attributesTitle)]),
      createElement('dl', {}, ...attributes),
    );
  }

  /** Selects an object and scrolls to it; clears the filters if they hide it. */
  function reveal(index) {
    const button = buttons.get(index);
    if (button.closest('[hidden]')) {
      byId('search').value = '';
      for (const box of queryAll('input[data-kind]')) box.checked = true;
      applyFilter();
    }
    for (let element = button.closest('details'); element; element = element.parentElement.closest('details'))
      element.open = true;
    select(index);
    button.scrollIntoView({ block: 'center', inline: 'nearest' });
    button.focus({ preventScroll: true });
  }

  function setAllOpen(open) {
    for (const element of queryAll('.map details')) element.open = open;
  }

  /** By the location of an object, since another picture has other numbers. */
  const locationOf = (element) => nodes[element.querySelector('[data-node]').dataset.node].location;

  function restore({ search, kinds, open, location, focused }) {
    byId('search').value = search;
    for (const box of queryAll('input[data-kind]')) box.checked = !kinds.includes(box.dataset.kind);
    for (const element of queryAll('.map details')) element.open ||= open.includes(locationOf(element));
    const index = nodes.findIndex((node) => node.location === location);
    if (index !== -1) select(index);
    const button = buttons.get(nodes.findIndex((node) => node.location === focused.location));
    (byId(focused.id) ?? button)?.focus({ preventScroll: true });
  }

  const resizes = new ResizeObserver((entries) => {
    for (const { target } of entries) drawCluster(target);
  });
  for (const cluster of clusters) resizes.observe(cluster);
  listen(window, 'toggle', drawAll, { capture: true });
  for (const [index, button] of buttons) {
    button.addEventListener('click', () => select(selected === index ? undefined : index));
  }
  byId('search').addEventListener('input', applyFilter);
  for (const box of queryAll('input[data-kind]')) box.addEventListener('change', applyFilter);
  byId('expand-all').addEventListener('click', () => setAllOpen(true));
  byId('collapse-all').addEventListener('click', () => setAllOpen(false));
  byId('close').addEventListener('click', () => {
    const previous = selected;
    select(undefined);
    buttons.get(previous).focus();
  });
  listen(window, 'keydown', (event) => {
    if (event.key === '/' && !event.target.matches('input')) {
      event.preventDefault();
      byId('search').focus();
    }
    if (event.key === 'Escape' && selected !== undefined) byId('close').click();
  });
  if (kept) restore(kept);
  applyFilter();
  forgetPicture = () => {
    listeners.abort();
    resizes.disconnect();
    return {
      search: byId('search')?.value ?? '',
      kinds: queryAll('input[data-kind]:not(:checked)').map((box) => box.dataset.kind),
      open: queryAll('.map details[open]').map(locationOf),
      location: nodes[selected]?.location,
      focused: { id: document.activeElement.id, location: nodes[document.activeElement.dataset.node]?.location },
    };
  };
}

if (byId('data')) showPicture();
