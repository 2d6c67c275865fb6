// Keeps a page up to date without loading it anew: reads it again, exchanges the sections that have changed, and sorts
// and filters the table of queries. Without it everything is there too, and the page reads itself again.
'use strict';
(() => {
  const pause = 2000;
  const patience = 10000;
  const state = { held: false, column: null, descending: true, filter: '', chosen: null, keys: readKeys(), since: new Date() };
  const live = document.getElementById('live');
  const clock = moment => moment.toLocaleTimeString([], { hour12: false });
  const isLive = document.body.hasAttribute('data-live');

  function readKeys() {
    try { return localStorage.getItem('rgp-keys') !== 'off'; } catch { return true; }
  }

  function keepKeys() {
    try { localStorage.setItem('rgp-keys', state.keys ? 'on' : 'off'); } catch { /* It is only forgotten. */ }
  }

  function tell() {
    const text = !isLive ? ''
      : document.body.classList.contains('stale') ? 'No answer since ' + clock(state.since)
      : state.held ? 'Held since ' + clock(state.since)
      : 'Live';
    if (live && live.textContent !== text) live.textContent = text;
  }

  // The order that was chosen, and the rows that fit the filter.
  function arrange(root) {
    for (const table of root.querySelectorAll('table[data-sorted]')) {
      const heads = [...table.tHead.rows[0].cells];
      heads.forEach((head, index) => dress(head, index));
      const body = table.tBodies[0];
      const rows = [...body.rows];
      if (state.column !== null && state.column < heads.length) {
        const sign = state.descending ? -1 : 1;
        const key = row => {
          const cell = row.cells[state.column];
          return cell.dataset.n === undefined ? cell.textContent : Number(cell.dataset.n || 0);
        };
        rows.map(row => [key(row), row])
          .sort(([a], [b]) => sign * (typeof a === 'number' ? a - b : a.localeCompare(b, undefined, { numeric: true })))
          .forEach(([, row]) => body.append(row));
      }
      let shown = 0;
      for (const row of rows) {
        row.hidden = state.filter !== '' && !row.textContent.toLowerCase().includes(state.filter);
        if (!row.hidden) shown++;
        row.classList.toggle('chosen', row.dataset.key === state.chosen);
      }
      const count = document.getElementById('shown');
      if (count) count.textContent = state.filter === '' ? '' : shown + ' of ' + rows.length;
    }
  }

  function dress(head, index) {
    if (!head.firstElementChild) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      button.dataset.sort = index;
      head.append(button);
    }
    if (state.column === index) head.setAttribute('aria-sort', state.descending ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  }

  function sortBy(column) {
    state.descending = state.column === column ? !state.descending : true;
    state.column = column;
    arrange(document);
  }

  // The part that has the focus keeps it: a link by where it leads, a button by what it sorts.
  function holdFocus() {
    const had = document.activeElement;
    const href = had && had.getAttribute('href');
    const sort = had && had.dataset.sort;
    return () => {
      if (document.contains(had) && document.activeElement === had) return;
      const again = href ? [...document.querySelectorAll('main a')].find(a => a.getAttribute('href') === href)
        : sort !== undefined && sort !== null ? document.querySelector('button[data-sort="' + CSS.escape(sort) + '"]')
        : null;
      if (again) again.focus({ preventScroll: true });
    };
  }

  function exchange(next) {
    const main = document.querySelector('main');
    const wanted = [...next.querySelectorAll('main > section[id]')];
    const have = [...main.querySelectorAll(':scope > section[id]')];
    const giveFocus = holdFocus();
    if (wanted.map(s => s.id).join() !== have.map(s => s.id).join()) {
      have.forEach(section => section.remove());
      wanted.forEach(section => { arrange(section); main.append(document.adoptNode(section)); });
    } else {
      wanted.forEach((section, index) => {
        const html = section.innerHTML;
        if (have[index].source === html) return;
        const scrolls = [...have[index].querySelectorAll('.wide')].map(wide => wide.scrollLeft);
        arrange(section);
        have[index].replaceChildren(...section.childNodes);
        have[index].source = html;
        [...have[index].querySelectorAll('.wide')].forEach((wide, at) => { wide.scrollLeft = scrolls[at] || 0; });
      });
    }
    giveFocus();
  }

  function standsStill() {
    const selection = getSelection();
    return state.held || document.hidden || (selection && !selection.isCollapsed);
  }

  async function renew() {
    if (!isLive || standsStill()) return;
    try {
      const response = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(patience) });
      if (!response.ok) throw new Error(response.status);
      const next = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (standsStill()) return;
      exchange(next);
      document.body.classList.remove('stale');
      state.since = new Date();
    } catch {
      document.body.classList.add('stale');
    }
    tell();
  }

  function hold() {
    state.held = !state.held;
    document.body.classList.toggle('held', state.held);
    const button = document.getElementById('hold');
    if (button) button.setAttribute('aria-pressed', state.held);
    if (state.held) state.since = new Date();
    tell();
    if (!state.held) renew();
  }

  function choose(step) {
    const rows = [...document.querySelectorAll('table[data-sorted] tbody tr')].filter(row => !row.hidden);
    if (rows.length === 0) return;
    const at = rows.findIndex(row => row.dataset.key === state.chosen);
    const row = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
    state.chosen = row.dataset.key;
    arrange(document);
    row.scrollIntoView({ block: 'nearest' });
    const link = row.querySelector('a');
    if (link) link.focus({ preventScroll: true });
  }

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function addTools() {
    const queries = document.getElementById('queries');
    if (queries) {
      const filter = element('input', { type: 'search', id: 'filter', placeholder: 'Filter', 'aria-label': 'Show queries with this text' });
      filter.addEventListener('input', () => { state.filter = filter.value.trim().toLowerCase(); arrange(document); });
      queries.before(element('div', { class: 'tools', role: 'search' }, filter, element('span', { id: 'shown', role: 'status' })));
    }
    const keys = element('button', { type: 'button', id: 'keys' }, 'Keys');
    keys.addEventListener('click', showKeys);
    live.after(keys);
    if (isLive) {
      const holding = element('button', { type: 'button', id: 'hold', 'aria-pressed': 'false' }, 'Hold');
      holding.addEventListener('click', hold);
      live.after(holding);
    }
    if (document.body.dataset.orders) {
      const orders = element('button', { type: 'button', id: 'orders' }, 'Orders');
      orders.addEventListener('click', showOrders);
      keys.after(orders);
    }
  }

  const actions = {
    '/': () => { const filter = document.getElementById('filter'); if (filter) filter.focus(); },
    j: () => choose(1),
    k: () => choose(-1),
    w: () => { const link = document.querySelector('tr.chosen a'); if (link) link.click(); },
    s: () => {
      const heads = document.querySelectorAll('table[data-sorted] thead th').length;
      if (heads > 0) { state.descending = true; state.column = ((state.column ?? -1) + 1) % heads; arrange(document); }
    },
    h: () => { if (isLive) hold(); },
    '?': showKeys,
  };

  const orders = [['pause', 'Pause: let everything go'], ['resume', 'Resume'], ['reload', 'Read the policy again'],
    ['reload_previous', 'Go back to the policy before']];

  // What steers a terminal or turns a line around, as the pages write it: an answer is a document, not a page.
  const safe = text => String(text).replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    each => '\\u' + each.charCodeAt(0).toString(16).padStart(4, '0'));

  // The token stays in this page and is sent in a header of its own; nothing keeps it.
  async function order(word, token, result) {
    result.textContent = 'Ordered: ' + word + ' ...';
    try {
      const response = await fetch(document.body.dataset.orders + word, {
        method: 'POST', cache: 'no-store', headers: { 'X-RgPolicy-Token': token },
      });
      const answer = JSON.parse(await response.text());
      result.textContent = answer.error ? 'Refused: ' + safe(answer.error)
        : answer.outcome ? 'The policy was ' + answer.outcome + (answer.reason ? ': ' + safe(answer.reason) : ', revision ' + answer.revision)
        : answer.paused ? 'Paused; the sidecar holds ' + (answer.governed_processes ?? 'an unknown number of') + ' processes.'
        : 'Not paused.';
    } catch (failure) {
      result.textContent = 'No answer: ' + failure.message;
    }
    renew();
  }

  function showOrders() {
    const token = element('input', { type: 'password', id: 'token', autocomplete: 'off', 'aria-label': 'Token' });
    const result = element('p', { role: 'status' });
    const close = element('button', { type: 'button' }, 'Close');
    const dialog = element('dialog', { 'aria-label': 'Orders' }, element('label', { for: 'token' }, 'Token '), token, element('p', {}));
    const waiting = document.querySelector('[data-waiting]');
    const approve = waiting ? [['approve/' + encodeURIComponent(waiting.dataset.waiting), 'Approve revision ' + waiting.dataset.waiting]] : [];
    for (const [word, title] of [...approve, ...orders]) {
      const button = element('button', { type: 'button', 'data-order': word }, title);
      button.addEventListener('click', () => order(word, token.value, result));
      dialog.append(button, ' ');
    }
    dialog.append(result, close);
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  function showKeys() {
    const queries = [['/', 'filter'], ['j k', 'choose a query'], ['w', 'why the chosen query has its class'], ['s', 'sort by the next column']];
    const names = [...document.getElementById('queries') ? queries : [], ...isLive ? [['h', 'hold the picture, or go on']] : [],
      ['1 - 6', 'the views'], ['?', 'this list']];
    const list = element('dl', {});
    for (const [key, what] of names) list.append(element('dt', {}, element('kbd', {}, key)), element('dd', {}, what));
    const turn = element('button', { type: 'button' }, state.keys ? 'Turn keys off' : 'Turn keys on');
    const close = element('button', { type: 'button' }, 'Close');
    const dialog = element('dialog', { 'aria-label': 'Keys' }, list, turn, ' ', close);
    turn.addEventListener('click', () => { state.keys = !state.keys; keepKeys(); dialog.close(); });
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && event.target.id === 'filter') {
      event.target.value = state.filter = '';
      arrange(document);
      event.target.blur();
      return;
    }
    if (!state.keys || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')
      || event.target.matches('input, select, textarea')) return;
    const view = /^[1-9]$/.test(event.key) ? document.querySelectorAll('nav a')[Number(event.key) - 1] : null;
    const action = view ? () => view.click() : actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });

  document.addEventListener('click', event => {
    const sort = event.target.closest('button[data-sort]');
    if (sort) sortBy(Number(sort.dataset.sort));
  });

  // What is below the first picture is set after it.
  requestAnimationFrame(() => setTimeout(() => document.documentElement.classList.add('whole')));

  addTools();
  if (!isLive) return;
  document.querySelectorAll('main > section[id]').forEach(section => { section.source = section.innerHTML; });
  arrange(document);
  tell();
  setInterval(renew, pause);
  document.addEventListener('visibilitychange', renew);
})();
