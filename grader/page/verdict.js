// The verdict: TODOs and points, the first failure with its cause, what was asked of memory.

function percentBar(share) {
  const fill = element('i');
  fill.style.width = Math.max(0, Math.min(100, 100 * share)) + '%';
  return element('div', {className: 'bar', 'aria-hidden': 'true'}, fill);
}

// What is counted for a TODO. Those that wait for a right result stand in one line.
function targetLines(targets) {
  const line = words => element('div', {className: 'soft tip'}, words), waiting = targets.filter(target => target.value === null && target.message.startsWith('not counted'));
  return [...targets.filter(target => !waiting.includes(target)).map(target => line(target.what + ': ' + (target.value === null ? 'not counted. ' + target.message : value(target.value) + ' (all points at ' + value(target.full) + ')' + (target.message ? '. ' + withoutValue(target.message) : '')))),
    waiting.length ? line('Counted once the results are right: ' + [...new Set(waiting.map(target => target.what))].join('; ') + '.') : ''];
}

// A target's advice, without the value and the bounds that the page has said before.
function withoutValue(message) {
  const [, size, advice] = message.match(/^[-\d.]+ at ([^;]*); all points at [^.]*(?:\.\d[^.]*)*\. (.*)$/s) || [null, '', message];
  return (size ? 'At ' + size + '. ' : '') + advice;
}

function todoItem(result, todo) {
  const full = todo.score >= todo.max_score;
  const failed = result.tests.filter(test => test.todo === todo.id && !test.passed);
  const sizes = [...new Set(failed.map(test => test.sizes))];
  let state = full ? 'done' : !todo.started ? 'not started' : '';
  if (!full && todo.started && sizes.length)
    state = 'fails at ' + (sizes.length > 4 ? sizes.slice(0, 3).join(', ') + ' and ' + (sizes.length - 3) + ' more' : sizes.join(', '));
  const targets = result.performance.targets.filter(target => target.todo === todo.id);
  return element('li', {},
    element('div', {className: 'head'},
      element('span', {}, element('strong', {}, todo.id), ' ', todo.what),
      element('span', {className: 'number ' + (full ? 'good' : 'bad')}, points(todo.score) + '\u202f/\u202f' + points(todo.max_score))),
    percentBar(todo.max_score ? todo.score / todo.max_score : 0),
    element('div', {className: 'soft tip'}, state),
    targetLines(targets));
}

function todoCard(result) {
  return element('section', {className: 'card', 'aria-labelledby': 'todos'},
    element('h2', {id: 'todos'}, 'TODOs'),
    element('ul', {className: 'todos'}, result.todos.map(todo => todoItem(result, todo))),
    result.quiz ? element('p', {className: 'soft'}, 'Quiz: ' + result.quiz.filter(q => q.passed).length + ' of ' + result.quiz.length + ' right') : '');
}

function sourceLines(result, file) {
  const source = result.sources.find(each => each.file === file);
  return source ? source.text.split('\n') : null;
}

// The lines around a place, with a caret below the column.
function excerpt(result, file, line, column) {
  const lines = file && line ? sourceLines(result, file) : null;
  if (!lines || line > lines.length) return null;
  const box = element('pre', {tabindex: '0', role: 'region', 'aria-label': file + ', line ' + line}), first = Math.max(1, line - 2), last = Math.min(lines.length, line + 2);
  const indents = lines.slice(first - 1, last).filter(text => text.trim()).map(text => text.search(/\S/)), indent = Math.min(...indents, column > 0 ? column - 1 : Infinity); // of all lines: it only pushes them to the right
  for (let at = first; at <= last; at++) {
    const row = element('span', {className: at === line ? 'at' : ''},
      element('span', {className: 'gutter'}, String(at).padStart(5) + ' \u2502 '), colored(lines[at - 1].slice(indent).replace(/\t/g, ' ')));
    box.append(row, '\n');
    if (at === line && column > 0)
      box.append(element('span', {className: 'gutter'}, '      \u2502 '), element('strong', {className: 'bad'}, ' '.repeat(column - 1 - indent) + '^'), '\n');
  }
  return box;
}

function place(where) {
  const parts = [];
  if (where.line) parts.push(where.file + ':' + where.line);
  if (where.kernel) parts.push('kernel ' + where.kernel);
  if (where.block) parts.push('block ' + triple(where.block), 'thread ' + triple(where.thread));
  return parts.join(', ');
}

function findingParts(result, finding) {
  const other = finding.other;
  return [
    element('p', {className: 'what'}, finding.check + ': ', prose(finding.message)),
    excerpt(result, finding.file, finding.line, finding.column),
    element('p', {className: 'soft'}, place(finding), finding.count > 1 ? ' (the first of ' + grouped(finding.count) + ' times)' : ''),
    other ? element('p', {}, 'The other party' + (other.what ? ' ' + other.what : '') + ': ' + place(other)) : '',
    other && other.line !== finding.line ? excerpt(result, other.file, other.line, 0) : ''];
}

function failureCard(result) {
  const failure = result.failure, cause = result.cause || {};
  if (!failure) return null;
  const finding = failure.finding, shown = finding ? [finding, finding.other || {}].map(each => each.line) : [], about = cause.line && !shown.includes(cause.line);
  const next = cause.next || failure.next;
  return element('section', {className: 'card failure', 'aria-labelledby': 'failure'},
    element('h2', {id: 'failure'}, 'First failure: ', failure.case),
    finding ? findingParts(result, finding) : element('p', {className: 'what'}, prose(failure.message)),
    cause.what ? element('p', {}, prose(cause.what)) : failure.pattern ? element('p', {}, prose(failure.pattern)) : '',
    about ? excerpt(result, cause.file, cause.line, 0) : '',
    about ? element('p', {className: 'soft'}, cause.file + ':' + cause.line) : '',
    cause.route ? element('p', {}, prose(cause.route)) : '',
    failure.where ? element('p', {className: 'soft'}, prose(failure.where)) : '',
    next ? element('div', {className: 'next'}, prose(next)) : '',
    cause.todo ? element('p', {}, 'This belongs to TODO ', element('strong', {}, cause.todo), '.') : '');
}

function timeCard(result) {
  const times = result.performance.times.filter(time => time.modelled_ms || time.time_ms);
  if (!times.length) return null;
  return element('section', {className: 'card', 'aria-labelledby': 'times'},
    element('h2', {id: 'times'}, 'How fast'),
    times.map(time => {
      const measured = time.time_ms !== undefined;
      const percent = measured ? time.percent_of_copy : time.modelled_percent_of_copy;
      return [element('p', {},
        element('strong', {}, measured ? 'Measured: ' : 'Modelled for ' + time.modelled_for + ', not measured: '),
        value(Number((measured ? time.time_ms : time.modelled_ms).toPrecision(3))) + ' ms at ' + time.sizes + ', ' + Math.round(percent) + '\u00a0% of a copy' +
        (measured ? '' : ' (between ' + Math.round(time.modelled_low) + ' and ' + Math.round(time.modelled_high) + '). Bound by ' + time.modelled_bound + '.')),
        percentBar(percent / 100),
        time.required_percent_of_copy ? element('p', {className: 'soft tip'}, 'Required: ' + value(time.required_percent_of_copy) + '\u00a0% of a copy.') : ''];
    }));
}

const counterWords = [
  ['global_load_requests', 'global_load_sectors', 'Global loads'], ['global_store_requests', 'global_store_sectors', 'Global stores'],
  ['shared_load_requests', 'shared_load_bank_conflicts', 'Shared loads'], ['shared_store_requests', 'shared_store_bank_conflicts', 'Shared stores'],
  ['global_atomic_requests', 'global_atomic_sectors', 'Global atomics']];

function kernelCard(result) {
  const names = Object.keys(result.counters);
  if (!names.length) return null;
  return element('section', {className: 'card', 'aria-labelledby': 'kernels'},
    element('h2', {id: 'kernels'}, 'What the kernels asked of memory'),
    element('p', {className: 'soft'}, 'Exact counts, the same in every run. A request is one load or store of a warp, a sector 32 bytes.'),
    names.map(name => {
      const k = result.counters[name];
      return [element('h3', {}, name, element('span', {className: 'soft'}, k.sizes ? ', ' + k.sizes : '')),
        scrolling('counters of ' + name, element('table', {},
          element('tbody', {}, counterWords.filter(([requests]) => k[requests]).map(([requests, other, words]) => element('tr', {},
            element('th', {scope: 'row'}, words),
            element('td', {className: 'number'}, grouped(k[requests]) + ' requests'),
            element('td', {className: 'number'}, grouped(k[other]) + (other.endsWith('sectors') ? ' sectors' : ' bank conflicts')),
            element('td', {className: 'number soft'}, other.endsWith('sectors') ? (k[other] / k[requests]).toFixed(2) + ' a request' : ''))),
          element('tr', {}, element('th', {scope: 'row'}, 'Excess'), element('td', {className: 'number'}, ''),
            element('td', {className: 'number'}, grouped(k.global_sectors_excessive) + ' sectors')),
          element('tr', {}, element('th', {scope: 'row'}, 'Instructions'), element('td', {className: 'number'}, grouped(k.warp_instructions) + ' of warps'),
            element('td', {className: 'number'}, k.warp_instructions ? (k.thread_instructions / k.warp_instructions).toFixed(1) + ' of 32 lanes active' : '')),
          k.branches ? element('tr', {}, element('th', {scope: 'row'}, 'Branches'), element('td', {className: 'number'}, grouped(k.branches)),
            element('td', {className: 'number'}, grouped(k.divergent_branches) + ' split their warp')) : ''))),
        configurationTable((result.configurations || []).filter(c => c.kernel === name))];
    }));
}

// One row for each instance of a template and each configuration of its launches, where there are several.
function configurationTable(configurations) {
  if (configurations.length < 2) return '';
  const extent = three => three ? three.join(' \u00d7 ') : 'others';
  const head = ['Instance', 'Grid', 'Block', 'Dynamic shared', 'Launches', 'Global load sectors', 'Global store sectors', 'Warp instructions'];
  return element('details', {}, element('summary', {}, configurations.length + ' launch configurations'),
    scrolling('launch configurations', element('table', {},
      element('thead', {}, element('tr', {}, head.map(words => element('th', {scope: 'col'}, words)))),
      element('tbody', {}, configurations.map(c => element('tr', {},
        element('th', {scope: 'row'}, c.instance || c.kernel),
        element('td', {className: 'number'}, extent(c.grid)),
        element('td', {className: 'number'}, extent(c.block)),
        ['dynamic_shared_bytes', 'launches', 'global_load_sectors', 'global_store_sectors', 'warp_instructions'].map(key =>
          element('td', {className: 'number'}, c[key] === null ? '' : grouped(c[key])))))))));
}

function findingsCard(result) {
  const shown = result.failure && result.failure.finding;
  const others = result.findings.filter(f => !shown || f.line !== shown.line || f.check !== shown.check);
  if (!others.length) return null;
  return element('section', {className: 'card'}, element('h2', {}, result.lab ? 'Other findings' : 'Findings'),
    others.slice(0, 12).map(f => element('div', {}, findingParts(result, f))),
    others.length > 12 ? element('p', {}, 'and ' + (others.length - 12) + ' more') : '');
}

function outputCard(result) {
  if (!result.output) return null;
  return element('section', {className: 'card'}, element('details', {}, element('summary', {}, 'What your code printed'),
    element('pre', {tabindex: '0', role: 'region', 'aria-label': 'printed output'}, result.output)));
}

function testsCard(result) {
  return element('section', {className: 'card'}, element('details', {},
    element('summary', {}, several(result.tests.filter(t => t.passed).length, 'test') + ' of ' + result.tests.length + ' pass'),
    scrolling('all tests',
      element('table', {}, element('tbody', {}, result.tests.map(test => element('tr', {},
        element('th', {scope: 'row'}, test.id), element('td', {className: test.passed ? 'good' : 'bad'}, test.passed ? 'passes' : 'fails'),
        element('td', {className: 'number'}, points(test.score) + '\u202f/\u202f' + points(test.max_score)), element('td', {}, prose(test.message)))))))));
}

function verdictPanel(result) {
  const drawn = result.watched && result.watched.grid ? gridCard(result) : null;
  if (!result.lab)
    return element('div', {}, findingsCard(result) || element('section', {className: 'card'}, element('p', {}, 'Nothing was found.')), kernelCard(result));
  return element('div', {className: 'columns verdict'},
    element('div', {}, todoCard(result), element('section', {className: 'card'}, element('p', {}, 'Grade again:'), element('pre', {className: 'command'}, result.rebuild))),
    element('div', {}, failureCard(result), drawn, timeCard(result), kernelCard(result), findingsCard(result), testsCard(result), outputCard(result)));
}
