// Puts the page together: heading, tabs, panels. The address remembers what is shown, so that a reload shows it again.

function heading(result) {
  const device = result.device || {}, where = device.kind === 'gpu' ? 'on the GPU that is here, a ' + device.name : 'on a simulated ' + device.name + ' (no GPU used)';
  return element('header', {},
    element('div', {className: 'name'},
      element('h1', {}, result.lab ? result.lab + (result.title ? ': ' + result.title : '') : 'A program on the simulated GPU'),
      element('p', {className: 'soft'}, pathText([result.source, device.name ? where : ''].filter(Boolean).join(', ')))),
    result.score !== undefined ? element('div', {className: 'score ' + (result.passed ? 'good' : '')}, points(result.score), element('small', {}, ' of ' + points(result.max_score) + ' points')) : '',
    result.live ? element('p', {className: 'soft', id: 'live'}, 'Follows each save') : '', themeButton());
}

function themeButton() {
  return element('button', {type: 'button', id: 'theme', onclick: () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')}, 'Light or dark');
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  try { localStorage.setItem('warpbook-theme', name); } catch { /* some browsers keep nothing for files */ }
  document.dispatchEvent(new Event('themechange'));
}

function chosenTheme() {
  let stored = null;
  try { stored = localStorage.getItem('warpbook-theme'); } catch { /* as above */ }
  return stored === 'dark' || stored === 'light' ? stored : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function tabs(original) {
  let result = original;
  const names = [['verdict', result.lab ? 'Verdict' : 'Findings', () => verdictPanel(result)], ['source', 'Source', () => sourcePanel(result, open)], ['memory', 'A warp\u2019s memory', () => memoryPanel(result)],
    ['tile', 'The tile', () => tilePanel(result)],
    ['path', 'A warp\u2019s path', () => pathPanel(result)],
    ['sm', 'An SM', () => occupancyPanel(result)],
    ['speed', 'Why this fast', () => speedPanel(result)],
    ['against', 'Side by side', () => againstPanel(result)],
    ['alive', 'Run it again', () => alivePanel(original, show)]]
    .filter(([name]) => (name !== 'memory' || (result.watched && (canRun(result) || result.watched.accesses.some(access => access.visits.length)))) && (name !== 'against' || result.against) && (name !== 'path' || hasPaths(result)) && (name !== 'sm' || (result.watched && result.watched.limits)) && (name !== 'tile' || hasTile(result)) && (name !== 'speed' || timesOf(result).length) && (name !== 'alive' || canRun(result)));
  const panels = new Map(), seen = new Set(), list = element('div', {role: 'tablist', 'aria-label': 'Views'}), main = element('main', {});
  for (const [name, words] of names) {
    list.append(element('button', {type: 'button', role: 'tab', id: 'tab-' + name, 'aria-controls': 'panel-' + name, onclick: () => open(name)}, words));
    main.append(element('section', {role: 'tabpanel', id: 'panel-' + name, 'aria-labelledby': 'tab-' + name, hidden: true}));
  }

  // Panels are made when they are first opened.
  function open(name, detail) {
    const at = names.findIndex(([each]) => each === name);
    if (at < 0) return;
    const section = main.children[at];
    if (!panels.has(name)) {
      panels.set(name, names[at][2]());
      section.append(panels.get(name));
    }
    [...list.children].forEach((tab, i) => {
      tab.setAttribute('aria-selected', i === at);
      tab.tabIndex = i === at ? 0 : -1;
      main.children[i].hidden = i !== at;
    });
    history.replaceState(null, '', '#' + name + (detail ? '/' + detail : ''));
    const panel = panels.get(name);
    if (detail && panel.open) panel.open(detail);
    else if (!detail && panel.shown && !seen.has(name)) panel.shown();
    seen.add(name);
  }

  // Another result of the same kernels: the views of it are made anew when they are next opened.
  function show(other) {
    result = other;
    for (const name of ['source', 'memory', 'tile', 'path', 'sm']) {
      panels.delete(name);
      const at = names.findIndex(([each]) => each === name);
      if (at >= 0) main.children[at].replaceChildren();
    }
  }

  list.addEventListener('keydown', event => {
    const at = [...list.children].indexOf(document.activeElement), count = names.length;
    const to = i => { open(names[i][0]); list.children[i].focus(); };
    arrow(event, {ArrowRight: () => to((at + 1) % count), ArrowLeft: () => to((at + count - 1) % count), Home: () => to(0), End: () => to(count - 1)});
  });
  const follow = () => {
    const [name, detail] = location.hash.slice(1).split('/');
    open(names.some(([each]) => each === name) ? name : 'verdict', Number(detail) || undefined);
  };
  window.addEventListener('hashchange', follow);
  return {list, main, follow};
}

// While ./grade --watch runs, each save writes this file anew: it is read again while nobody works with it. The address and the
// browser keep what is shown.
function followSaves() {
  let busy = 0;
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel']) document.addEventListener(name, () => { busy = Date.now() + (name === 'pointermove' ? 3000 : 15000); }, {passive: true});
  setInterval(() => { if (document.visibilityState === 'visible' && Date.now() > busy) location.reload(); }, 2000);
}

// Paper is white: what is printed is light, whatever the screen shows.
function printLight() {
  let shown = null;
  window.addEventListener('beforeprint', () => {
    shown = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = 'light';
    document.dispatchEvent(new Event('themechange'));
  });
  window.addEventListener('afterprint', () => {
    document.documentElement.dataset.theme = shown;
    document.dispatchEvent(new Event('themechange'));
  });
}

function start() {
  const result = JSON.parse(document.getElementById('result').textContent);
  document.documentElement.dataset.theme = chosenTheme();
  printLight();
  document.title = (result.lab || 'run') + (result.score !== undefined ? ' ' + points(result.score) + '/' + points(result.max_score) : '') + ' \u00b7 Warpbook';
  if (result.live) followSaves();
  if (result.demos) return startIndex(result);
  if (result.demo) return startDemo(result);
  if (result.refused) {
    document.body.append(heading(result), element('main', {}, element('section', {className: 'card failure'}, element('h2', {}, 'It was not graded'),
      result.compiler ? element('pre', {className: 'said', tabindex: '0', role: 'region', 'aria-label': 'what the compiler says'}, result.compiler) : '', element('p', {className: 'next'}, prose(result.message)))));
    return;
  }
  const view = tabs(result);
  document.body.append(heading(result), view.list, view.main);
  view.follow();
}

start();
