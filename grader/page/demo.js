// A demonstration: a step for each row of the table, on the arrow keys. All steps are in the page, so that it prints as a handout.

function shown(number) {
  return number === null ? '\u2013' : Number.isInteger(number) ? grouped(number) : Math.abs(number) < 1 ? number.toPrecision(3) : number.toFixed(Math.abs(number) >= 100 ? 1 : 2);
}

// The lines of a row's kernels, from the first to the last that counted, each with how often it was executed and by how many lanes.
function demoCode(result, row) {
  const lines = row.lines.filter(line => line.file === row.file && line.warp_instructions), source = sourceLines(result, row.file);
  if (!source || !lines.length) return null;
  const counted = new Map();
  for (const line of lines) {
    const all = counted.get(line.line) || {warps: 0, threads: 0};
    counted.set(line.line, {warps: all.warps + line.warp_instructions, threads: all.threads + line.thread_instructions});
  }
  // Helpers that stand above the kernel are left out.
  const numbers = [...counted.keys()].sort((a, b) => a - b), most = Math.max(...[...counted.values()].map(line => line.warps)), last = numbers.at(-1);
  const first = numbers.findLast((number, i) => i === 0 || number - numbers[i - 1] > 8 || last - numbers[i - 1] > 44), kernel = source.slice(0, last).findLastIndex(text => /\b__global__\b/.test(text)) + 1;
  const body = element('tbody', {});
  for (let number = Math.max(first, kernel); number <= Math.min(last + 1, source.length); number++) {
    const line = counted.get(number);
    const cells = ['warps', 'lanes'].map(name => element('td', {className: 'heat number'}, !line ? '' : name === 'warps' ? compact(line.warps) : (line.threads / line.warps).toFixed(1)));
    if (line) {
      cells[0].style.setProperty('--share', (line.warps / most).toFixed(3));
      cells[1].style.setProperty('--share', (1 - line.threads / line.warps / 32).toFixed(3));
    }
    body.append(element('tr', {}, cells, element('td', {className: 'text code'}, colored(source[number - 1]))));
  }
  return scrolling('the kernel', element('table', {className: 'listing'},
    element('thead', {}, element('tr', {}, element('th', {scope: 'col', className: 'counted'}, 'executed'), element('th', {scope: 'col', className: 'counted'}, 'lanes of 32'), element('th', {scope: 'col'}, row.file))), body));
}

// What is known of each row: the table's columns, and its time.
function demoColumnsOf(result) {
  const times = [['measured: ms', 'time_ms'], ['modelled: ms', 'modelled_ms']].find(([, name]) => result.rows.some(row => row[name]));
  return [...result.columns.map((name, i) => ({name, of: row => row.values[i]})), ...(times ? [{name: times[0], of: row => row[times[1]] === undefined ? null : row[times[1]]}] : [])];
}

// For each column a group of bars, a bar for each row so far.
function demoBars(result, upTo) {
  return demoColumnsOf(result).map(column => {
    const most = Math.max(...result.rows.map(row => column.of(row) || 0), 1e-30);
    return element('section', {className: 'bars'}, element('h3', {}, column.name),
      result.rows.slice(0, upTo + 1).map((row, i) => {
        const fill = element('i');
        fill.style.width = 100 * (column.of(row) || 0) / most + '%';
        return element('div', {className: 'bar-row' + (i === upTo ? ' now' : '')}, element('span', {}, row.label), element('div', {className: 'bar', 'aria-hidden': 'true'}, fill), element('b', {}, shown(column.of(row))));
      }));
  });
}

function demoTable(result) {
  const columns = demoColumnsOf(result);
  return scrolling('all rows', element('table', {className: 'wide'},
    element('thead', {}, element('tr', {}, element('td', {}), columns.map(column => element('th', {scope: 'col', className: 'number'}, column.name)))),
    element('tbody', {}, result.rows.map(row => element('tr', {}, element('th', {scope: 'row'}, row.label), columns.map(column => element('td', {className: 'number'}, shown(column.of(row)))))))));
}

// Bars beside the kernel. A kernel without a source, such as a finished file's, leaves the whole width to them; with many rows they stand
// above it, two or three groups beside each other, so that all of them are on the screen.
function demoColumns(bars, code, rows) {
  const card = content => element('div', {className: 'card'}, content), three = bars.length === 3 || (code && bars.length % 3 === 0), wide = () => element('div', {className: 'bars-wide' + (three ? ' three' : '')}, card(bars));
  return !code ? wide() : rows > 5 ? [wide(), card(code)] : element('div', {className: 'columns demo'}, card(bars), card(code));
}

function demoSteps(result) {
  const where = 'Counted on a simulated ' + result.device.name + ' (no GPU used)' + (result.device.timed_on ? ', timed on the ' + result.device.timed_on : '') + '.';
  return [
    element('section', {className: 'step opening'}, element('h1', {}, result.title), element('p', {className: 'soft'}, where),
      element('ol', {}, result.rows.map(row => element('li', {}, row.label)))),
    ...result.rows.map((row, i) => element('section', {className: 'step'}, element('h2', {}, row.label, row.label.endsWith(row.sizes.replace('=', ' = ')) ? '' : element('span', {className: 'soft'}, ', ' + row.sizes.replaceAll(',', ', '))),
      row.passed ? '' : element('p', {className: 'bad'}, prose(row.message)),
      demoColumns(demoBars(result, i), demoCode(result, row), result.rows.length))),
    element('section', {className: 'step'}, element('h2', {}, result.title), element('div', {className: 'card'}, demoTable(result)), result.notes.map(note => element('p', {}, note)))];
}

// The rows to be run again, and below what came of it.
function demoAlive(result) {
  const views = element('div', {});
  const counted = run => run.lines && run.sources.some(source => run.lines.some(line => line.file === source.file));
  const show = run => views.replaceChildren(...(counted(run) ? [element('h2', {}, 'The source'), sourcePanel(run, () => {})] : []), ...(run.watched ? [memoryPanel(run)] : []));
  return element('section', {className: 'step screen-only'}, alivePanel({...result, counters: {}, findings: []}, show), views);
}

// Readable from the last row: the step that is shown in the largest letters with which it fits on the screen, at least the usual ones.
function fitStep(step, footer) {
  const root = document.documentElement;
  root.style.fontSize = '';
  if (step.classList.contains('screen-only')) return;
  const usual = parseFloat(getComputedStyle(root).fontSize), regions = [...[...step.querySelectorAll('table.wide')].map(table => table.parentNode), ...step.querySelectorAll('.bars')];
  const fits = scale => {
    root.style.fontSize = usual * scale + 'px';
    return step.offsetHeight <= window.innerHeight - footer.offsetHeight - 2.4 * usual * scale && root.scrollWidth <= window.innerWidth && regions.every(region => region.scrollWidth <= region.clientWidth);
  };
  if (![1.6, 1.45, 1.3, 1.15].some(fits)) root.style.fontSize = '';
}

function startDemo(result) {
  const steps = [...demoSteps(result), ...(canRun(result) ? [demoAlive(result)] : [])], main = element('main', {className: 'steps'}, steps), count = element('span', {role: 'status'});
  let at = 0;
  const go = to => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((step, i) => { step.hidden = i !== at; });
    count.textContent = (at + 1) + ' of ' + steps.length;
    history.replaceState(null, '', '#' + at);
    fitStep(steps[at], footer);
    window.scrollTo(0, 0);
  };
  const keys = {ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), PageDown: () => go(at + 1), PageUp: () => go(at - 1), Home: () => go(0), End: () => go(steps.length - 1)};
  document.addEventListener('keydown', event => { if (!/^(INPUT|SELECT)$/.test(event.target.tagName) && !event.altKey && !event.ctrlKey && !event.metaKey) arrow(event, keys); });
  document.title = result.title + ' \u00b7 Warpbook';
  const footer = element('footer', {}, element('button', {type: 'button', id: 'back', onclick: () => go(at - 1)}, '\u2190 back'), count,
    element('button', {type: 'button', id: 'on', onclick: () => go(at + 1)}, 'on \u2192'), element('span', {className: 'soft'}, 'arrow keys'), themeButton());
  document.body.append(main, footer);
  window.addEventListener('hashchange', () => go(Number(location.hash.slice(1)) || 0));
  go(Number(location.hash.slice(1)) || 0);
  window.addEventListener('resize', () => fitStep(steps[at], footer));
}

// All demonstrations, with their pages where those are beside this one.
function startIndex(result) {
  document.title = 'Demonstrations \u00b7 Warpbook';
  document.body.append(element('header', {}, element('div', {className: 'name'}, element('h1', {}, result.title), element('p', {className: 'soft'}, 'Kernels side by side, counted on the simulator. Arrow keys go from step to step.')), themeButton()),
    element('main', {}, element('ul', {className: 'todos'}, result.demos.map(demo => element('li', {}, element('div', {className: 'head'},
      demo.shown ? element('a', {href: encodeURIComponent(demo.name) + '.html'}, demo.title) : element('span', {}, demo.title), element('span', {className: 'soft'}, demo.lab)),
      demo.shown ? '' : element('p', {className: 'soft tip'}, 'No page: ./grade demo ' + demo.name + ' says why.'))))));
}
