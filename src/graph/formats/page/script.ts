/**
 * The page's script, for browsers: lines, search, kinds, folding, and what is known of an object. All texts are written
 * as text nodes, never as markup.
 */
export const SCRIPT = `'use strict';
(() => {
  const { nodes, edges, links } = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const boxes = new Map(all('[data-box]').map((box) => [Number(box.dataset.box), box]));
  const buttons = new Map(all('[data-node]').map((button) => [Number(button.dataset.node), button]));
  const boxOf = (node) => buttons.get(node).closest('[data-box]');
  const texts = nodes.map(({ label, title, place, details }) =>
    [label, title, place, ...details.flat()].join(' ').toLowerCase());
  let chosen;

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const svg = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  /** Where lines meet a box: its first line, or the frame of the block it stands in. */
  function sideOf(box, ground) {
    const block = box.closest('.block');
    const whole = (block ?? box).getBoundingClientRect();
    const head = block ? whole : (box.querySelector('.node, summary') ?? box).getBoundingClientRect();
    return { id: block ?? box, left: whole.left - ground.left, right: whole.right - ground.left, y: (head.top + head.bottom) / 2 - ground.top };
  }

  function drawLines(cluster) {
    const canvas = cluster.querySelector('.lines');
    const ground = cluster.getBoundingClientRect();
    const drawn = new Map();
    for (const [from, to, belongs] of links) {
      const [a, b] = [boxes.get(from), boxes.get(to)];
      if (!cluster.contains(a) || !cluster.contains(b) || a.hidden || b.hidden) continue;
      const hot = a.classList.contains('hot') && b.classList.contains('hot') &&
        chosen !== undefined && (boxOf(chosen) === a || boxOf(chosen) === b);
      const [start, end] = belongs ? [sideOf(b, ground), sideOf(a, ground)] : [sideOf(a, ground), sideOf(b, ground)];
      const known = [...drawn.values()].find((line) => line.start.id === start.id && line.end.id === end.id);
      if (known) known.hot ||= hot;
      else drawn.set(drawn.size, { start, end, belongs, hot });
    }
    canvas.replaceChildren(...[...drawn.values()].sort((a, b) => a.hot - b.hot).map(({ start, end, belongs, hot }) => {
      const group = svg('g', hot ? { class: 'hot' } : {});
      const middle = (start.right + end.left) / 2;
      const tip = belongs ? 0 : 7;
      group.append(svg('path', { d: 'M' + start.right + ' ' + start.y + 'C' + middle + ' ' + start.y + ' ' + middle + ' ' + end.y + ' ' + (end.left - tip) + ' ' + end.y }));
      if (!belongs) group.append(svg('path', { class: 'tip', d: 'M' + (end.left - tip - 1) + ' ' + (end.y - 4) + 'l8 4l-8 4z' }));
      return group;
    }));
  }

  const clusters = all('.cluster').filter((cluster) => cluster.querySelector('.lines'));
  const drawAll = () => clusters.forEach(drawLines);
  const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => drawLines(target)));
  clusters.forEach((cluster) => sizes.observe(cluster));
  addEventListener('toggle', drawAll, true);

  function show() {
    const words = byId('search').value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const kinds = new Set(all('[data-kind]:checked').map((box) => box.dataset.kind));
    const found = nodes.map(({ kind }, index) => kinds.has(kind) && words.every((word) => texts[index].includes(word)));
    const matching = new Set();
    for (const [index, button] of buttons) {
      const box = boxOf(index);
      if (found[index]) matching.add(box);
      const line = button.closest('li');
      if (line) line.hidden = !found[index];
      else button.classList.toggle('dim', words.length > 0 && !found[index]);
    }
    const near = new Set(matching);
    // What a match uses, and what uses it, stays to be seen.
    if (words.length > 0) for (const [from, to] of links) {
      const [a, b] = [boxes.get(from), boxes.get(to)];
      if (matching.has(a)) near.add(b);
      if (matching.has(b)) near.add(a);
    }
    for (const box of boxes.values()) {
      box.hidden = !near.has(box) || !kinds.has(box.dataset.of);
      box.classList.toggle('dim', !matching.has(box));
      for (const fold of box.matches('details') ? [box] : all('details', box)) {
        if (words.length > 0 && !fold.dataset.was) fold.dataset.was = fold.open ? 'open' : 'closed';
        const inside = all('li:not([hidden])', fold).length > 0;
        if (words.length > 0) fold.open = inside;
        else if (fold.dataset.was) { fold.open = fold.dataset.was === 'open'; delete fold.dataset.was; }
        fold.hidden = !inside;
      }
    }
    for (const part of [...all('.block'), ...all('.cluster'), ...all('main > section')])
      part.hidden = all('[data-box]', part).every(({ hidden }) => hidden);
    const count = found.filter(Boolean).length;
    byId('found').textContent = count === nodes.length ? '' : count + ' of ' + nodes.length + ' objects';
    drawAll();
  }

  function choose(index) {
    if (chosen !== undefined) buttons.get(chosen).setAttribute('aria-pressed', 'false');
    for (const box of boxes.values()) box.classList.remove('hot');
    chosen = index;
    byId('panel').hidden = index === undefined;
    if (index !== undefined) {
      buttons.get(index).setAttribute('aria-pressed', 'true');
      boxOf(index).classList.add('hot');
      for (const [from, to] of edges) if (from === index || to === index) boxOf(from === index ? to : from).classList.add('hot');
      tell(index);
    }
    drawAll();
  }

  function tell(index) {
    const { label, title, facts, place, details } = nodes[index];
    const list = (heading, found) => found.length === 0 ? [] : [
      element('h3', {}, heading + ' (' + found.length + ')'),
      element('ul', {}, ...found.map(([other, path]) => {
        const button = element('button', { type: 'button' }, nodes[other].label);
        button.addEventListener('click', () => go(other));
        return element('li', {}, button, ' ', element('small', {}, nodes[other].title + ' · ' + path));
      })),
    ];
    byId('told').replaceChildren(
      element('h2', {}, label),
      element('p', {}, [title, ...facts].join(' · ')),
      element('p', {}, element('code', {}, place)),
      ...list('Uses', edges.filter(([from]) => from === index).map(([, to, path]) => [to, path])),
      ...list('Used by', edges.filter(([, to]) => to === index).map(([from, , path]) => [from, path])),
      ...(details.length === 0 ? [] : [element('h3', {}, 'Attributes')]),
      element('dl', {}, ...details.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])),
    );
  }

  function go(index) {
    const button = buttons.get(index);
    if (button.closest('[hidden]')) { byId('search').value = ''; all('[data-kind]').forEach((box) => { box.checked = true; }); show(); }
    for (let fold = button.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    choose(index);
    button.scrollIntoView({ block: 'center', inline: 'nearest' });
    button.focus({ preventScroll: true });
  }

  for (const [index, button] of buttons) button.addEventListener('click', () => choose(chosen === index ? undefined : index));
  byId('search').addEventListener('input', show);
  all('[data-kind]').forEach((box) => box.addEventListener('change', show));
  byId('unfold').addEventListener('click', () => all('main details').forEach((fold) => { fold.open = true; }));
  byId('fold').addEventListener('click', () => all('main details').forEach((fold) => { fold.open = false; }));
  byId('close').addEventListener('click', () => { const last = chosen; choose(undefined); buttons.get(last).focus(); });
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.matches('input')) { event.preventDefault(); byId('search').focus(); }
    if (event.key === 'Escape' && chosen !== undefined) byId('close').click();
  });
  show();
})();
`;
