// The verdict: TODOs and points, the first failure with its cause, what was asked of memory.

// `mark`: a line across it at that share; `range`: from where to where it may lie. null: none.
function percentBar(share, mark = null, range = null) {
  const at = part => Math.max(0, Math.min(100, 100 * part)) + '%';
  const fill = element('i'), line = mark === null ? '' : element('b', {className: 'mark', 'data-mark': mark}), likely = range ? element('b', {className: 'range', 'data-low': range[0], 'data-high': range[1]}) : '';
  fill.style.width = at(share);
  if (line) line.style.left = at(mark);
  if (likely) likely.style.left = at(range[0]), likely.style.right = at(1 - range[1]);
  return element('div', {className: 'bar', 'aria-hidden': 'true'}, fill, likely, line);
}

// What is counted for a TODO. Those that wait for a right result stand in one line.
function targetLines(targets, laterUndone) {
  const line = words => element('div', {className: 'soft tip'}, words), waiting = targets.filter(target => target.value === null && target.message.startsWith('not counted'));
  return [...targets.filter(target => !waiting.includes(target)).map(target => line(target.what + ': ' + targetWords(target, laterUndone))),
    waiting.length ? line('Counted once the results are right: ' + [...new Set(waiting.map(target => target.what))].join('; ') + '.') : ''];
}

// "48 at n=4096, all points at 60 or less"
function targetWords(target, laterUndone) {
  if (target.value === null) return target.filled && !target.message ? 'all points, with ' + (laterUndone ? 'the later TODOs as the file came.' : 'a finished text in place of the other TODOs.') : target.message || 'not counted: no value is known at ' + target.sizes + '.';
  return value(Number(target.value.toPrecision(Math.abs(target.value) < 1000 ? 3 : 6))) + ' at ' + target.sizes + ' (all points at ' + value(target.full) + (target.full < target.none ? ' or less)' : ' or more)') + (target.message ? '. ' + withoutValue(target.message) : '');
}

// A target's advice, without the value and the bounds that the page has said before.
function withoutValue(message) {
  const [, advice] = message.match(/^[-\d.]+ at [^;]*; all points at [^.]*(?:\.\d[^.]*)*\. (.*)$/s) || [null, message];
  return advice;
}

function todoItem(result, todo) {
  const full = todo.score >= todo.max_score;
  const failed = result.tests.filter(test => test.todo === todo.id && !test.passed && !test.right);
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
    targetLines(result.tests.every(test => test.passed) ? targets.map(target => target.value === null ? target : {...target, message: ''}) : targets, result.later_undone));
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

// The lines around a place, with the word at the column marked.
function excerpt(result, file, line, column) {
  const lines = file && line ? sourceLines(result, file) : null;
  if (!lines || line > lines.length) return null;
  const box = element('pre', {className: 'excerpt', tabindex: '0', role: 'region', 'aria-label': file + ', line ' + line}), first = Math.max(1, line - 2), last = Math.min(lines.length, line + 2);
  const indents = lines.slice(first - 1, last).filter(text => text.trim()).map(text => text.search(/\S/)), indent = Math.min(...indents, column > 0 ? column - 1 : Infinity); // of all lines: it only pushes them to the right
  for (let at = first; at <= last; at++) {
    const code = hanging('span', 'code', lines[at - 1].slice(indent).replace(/\t/g, ' '));
    if (at === line && column > 0) markColumn(code, column - 1 - indent);
    box.append(element('span', {className: at === line ? 'at' : ''}, element('span', {className: 'gutter'}, String(at).padStart(5) + ' \u2502 '), code));
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

// As the report says it: who the other party of a finding is, and what it did; or a sentence of its own.
function otherPhrase(finding, {what, block, thread}) {
  const same = block && finding.block && [...block, ...thread].join() === [...finding.block, ...finding.thread].join();
  const who = same ? 'The same thread' : block ? 'The other thread' : /^[A-Z]/.test(what) ? '' : 'Host code';
  return [who, what].filter(Boolean).join(' ');
}

function findingParts(result, finding) {
  const other = finding.other;
  return [
    element('p', {className: 'what'}, finding.check + ': ', prose(finding.message)),
    excerpt(result, finding.file, finding.line, finding.column),
    element('p', {className: 'soft'}, place(finding), finding.count > 1 ? ' (the first of ' + grouped(finding.count) + ' times)' : ''),
    other ? element('p', {}, otherPhrase(finding, other) + ': ' + place(other)) : '',
    other && other.line !== finding.line ? excerpt(result, other.file, other.line, 0) : ''];
}

// The grader's sentence may go on from a name; here it begins a line. What stands between backquotes is a name and stays.
const begun = text => text.replace(/^[a-z]+(?= )/, word => word[0].toUpperCase() + word.slice(1));

function failureCard(result) {
  const failure = result.failure, cause = result.cause || {};
  if (!failure) return null;
  const finding = failure.finding, shown = finding ? [finding, finding.other || {}].map(each => each.line) : [], about = cause.line && !shown.includes(cause.line);
  const next = cause.next || failure.next;
  return element('section', {className: 'card failure', 'aria-labelledby': 'failure'},
    element('h2', {id: 'failure'}, 'First failure: ', failure.case),
    finding ? findingParts(result, finding) : element('p', {className: 'what'}, prose(begun(failure.message))),
    cause.what ? element('p', {}, prose(cause.what)) : failure.pattern ? element('p', {}, prose(failure.pattern)) : '',
    about ? excerpt(result, cause.file, cause.line, cause.column || 0) : '',
    about ? element('p', {className: 'soft'}, cause.file + ':' + cause.line) : '',
    cause.route ? element('p', {}, prose(cause.route)) : '',
    failure.where ? element('p', {className: 'soft'}, prose(failure.where)) : '',
    next ? element('div', {className: 'next'}, prose(next)) : '',
    cause.todo ? element('p', {}, 'This belongs to TODO ', element('strong', {}, cause.todo), '.') : '');
}

// What is amiss without costing points.
function remarkCard(result) {
  const remark = result.remark;
  if (!remark) return null;
  return element('section', {className: 'card remark', 'aria-labelledby': 'remark'},
    element('h2', {id: 'remark'}, 'A remark, which costs no points'),
    findingParts(result, remark),
    remark.next ? element('div', {className: 'next'}, prose(remark.next)) : '');
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
        element('code', {}, time.entry), ', ', element('strong', {}, measured ? 'measured: ' : 'modelled for ' + time.modelled_for + ', not measured: '),
        value(Number((measured ? time.time_ms : time.modelled_ms).toPrecision(3))) + ' ms at ' + time.sizes + ', ' + Math.round(percent) + '\u00a0% of a copy' +
        (measured ? '' : '. The model is not exact: on a GPU between ' + Math.round(time.modelled_low) + '\u00a0% and ' + Math.round(time.modelled_high) + '\u00a0% are likely. Bound by ' + time.modelled_bound) + '.'),
        percentBar(percent / 100, time.required_percent_of_copy ? time.required_percent_of_copy / 100 : null, measured ? null : [time.modelled_low / 100, time.modelled_high / 100]),
        time.required_percent_of_copy ? element('p', {className: 'soft tip'}, requiredWords(time, measured, percent)) : ''];
    }));
}

// What is required of a time, and what became of its points; on paper and to who hears the page the bar says nothing.
function requiredWords(time, measured, percent) {
  const required = 'Required, marked in the bar: ' + value(time.required_percent_of_copy) + '\u00a0% of a copy', held = several(time.points, 'point') + ' of TODO ' + time.todo + (time.points === 1 ? ' is' : ' are') + ' held back';
  if (measured) return required + (time.withheld > 0 ? ', and not reached: ' + held + '.' : '.');
  const range = ' The thin line is the range that is likely on a GPU.';
  if (time.withheld > 0) return required + ', and not reached: ' + held + '. On a GPU the measurement decides.' + range;
  return required + (percent >= time.required_percent_of_copy ? ', reached by the model.' : ', within the range of the model: no points are held back.') + range;
}

const counterWords = [
  ['global_load_requests', 'global_load_sectors', 'Global loads'], ['global_store_requests', 'global_store_sectors', 'Global stores'],
  ['shared_load_requests', 'shared_load_bank_conflicts', 'Shared loads'], ['shared_store_requests', 'shared_store_bank_conflicts', 'Shared stores'],
  ['global_atomic_requests', 'global_atomic_sectors', 'Global atomics']];

// The rows of a kernel: what it asked for, how often, what that moved, and how much a time.
function counterRows(k) {
  const row = (words, ...cells) => element('tr', {}, element('th', {scope: 'row'}, words), cells.map((cell, i) => element('td', {className: 'number' + (i === 2 ? ' soft' : '')}, cell)));
  return [...counterWords.filter(([requests]) => k[requests]).map(([requests, other, words]) =>
    row(words, grouped(k[requests]) + ' requests', grouped(k[other]) + (other.endsWith('sectors') ? ' sectors' : ' bank conflicts'), other.endsWith('sectors') ? (k[other] / k[requests]).toFixed(2) + ' a request' : '')),
  row('Excess', '', grouped(k.global_sectors_excessive) + ' sectors', ''),
  row('Instructions', grouped(k.warp_instructions) + ' of warps', '', k.warp_instructions ? (k.thread_instructions / k.warp_instructions).toFixed(1) + ' of 32 lanes active' : ''),
  k.branches ? row('Branches', grouped(k.branches), grouped(k.divergent_branches) + ' split their warp', '') : ''];
}

function kernelCard(result) {
  const names = Object.keys(result.counters);
  if (!names.length) return null;
  return element('section', {className: 'card', 'aria-labelledby': 'kernels'},
    element('h2', {id: 'kernels'}, 'What the kernels asked of memory'),
    element('p', {className: 'soft'}, 'Exact counts, the same in every run. A request is one load or store of a warp, a sector 32 bytes.'),
    scrolling('counters of the kernels', element('table', {className: 'kernels'}, names.map(name => element('tbody', {},
      element('tr', {}, element('th', {scope: 'rowgroup', colspan: 4}, name, element('span', {className: 'soft'}, result.counters[name].sizes ? ', ' + result.counters[name].sizes : ''))), counterRows(result.counters[name]))))),
    names.map(name => configurationTable(name, (result.configurations || []).filter(c => c.kernel === name))));
}

// One row for each instance of a template and each configuration of its launches, where there are several.
function configurationTable(name, configurations) {
  if (configurations.length < 2) return '';
  const extent = three => three ? three.join(' \u00d7 ') : 'others';
  const head = ['Instance', 'Grid', 'Block', 'Dynamic shared', 'Launches', 'Global load sectors', 'Global store sectors', 'Warp instructions'];
  return element('details', {}, element('summary', {}, name + ': ' + configurations.length + ' launch configurations'),
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

// A test, or a counted target: the function, the sizes, what came of it, points, and why.
function testRow(test, laterUndone) {
  const target = test.what !== undefined, state = test.passed ? 'passes' : !target && test.right ? 'right, not counted yet' : target && test.value === null ? 'not counted yet' : target ? 'falls short' : 'fails';
  return element('tr', {'data-test': test.id}, element('th', {scope: 'row'}, test.todo), element('td', {}, target ? test.what : test.entry ? element('code', {}, test.entry) : '', target || test.entry ? ', ' : '', test.sizes),
    element('td', {className: test.passed ? 'good' : /yet$/.test(state) ? 'soft' : 'bad'}, state),
    element('td', {className: 'number'}, points(test.score) + '\u202f/\u202f' + points(test.max_score)), element('td', {}, prose(target ? targetWords(test, laterUndone) : test.message)));
}

function testsCard(result) {
  const rows = result.todos.flatMap(todo => [...result.tests, ...result.performance.targets].filter(each => each.todo === todo.id));
  return element('section', {className: 'card'}, element('details', {},
    element('summary', {}, several(result.tests.filter(t => t.passed).length, 'test') + ' of ' + result.tests.length + ' pass'),
    scrolling('all tests', element('table', {className: 'tests'},
      element('thead', {}, element('tr', {}, ['TODO', 'what is tested', 'result', 'points', ''].map(name => element(name ? 'th' : 'td', {scope: name ? 'col' : null, className: name === 'points' ? 'number' : ''}, name)))),
      element('tbody', {}, rows.map(test => testRow(test, result.later_undone)))))));
}

// A counted target that is missed: what was counted, what all points ask for, and what to do.
function shortPart(target) {
  const most = Math.max(target.value || 0, target.full) * 1.05;
  return element('div', {'data-short': target.id}, element('h3', {}, 'TODO ' + target.todo + ': ' + target.what),
    target.value === null ? '' : [element('p', {}, 'Counted: ', element('strong', {}, value(Number(target.value.toPrecision(3)))), ' at ' + target.sizes + '. All points: ' + value(target.full) + (target.full < target.none ? ' or less.' : ' or more.')), percentBar(target.value / most, target.full / most)],
    target.message ? element('p', {}, prose(withoutValue(target.message))) : '');
}

// A right file's page begins with this, and with what is still missing.
function successCard(result) {
  if (result.failure || !result.tests.length || !result.tests.every(test => test.passed)) return null;
  const {targets} = result.performance, missed = targets.filter(target => !target.passed), short = missed.length, times = result.performance.passed === false;
  return element('section', {className: 'card success' + (short ? ' short' : '')}, element('p', {className: 'what'}, 'All ' + several(result.tests.length, 'test') + ' pass' +
    (short ? '; ' + short + ' of ' + several(targets.length, 'counted target') + (short === 1 ? ' falls' : ' fall') + ' short.' : targets.length ? ', and ' + (targets.length === 1 ? 'the counted target is' : 'all ' + targets.length + ' counted targets are') + ' reached.' : '.') + (times && !short ? ' What is required of the time is not reached.' : '')), missed.map(shortPart));
}

function verdictPanel(result) {
  const drawn = result.watched && result.watched.grid ? gridCard(result) : null;
  if (!result.lab)
    return element('div', {}, findingsCard(result) || element('section', {className: 'card'}, element('p', {}, 'Nothing was found.')), kernelCard(result));
  return element('div', {className: 'columns verdict'},
    element('div', {}, todoCard(result), element('section', {className: 'card'}, element('p', {}, 'Grade again:'), element('pre', {className: 'command'}, pathText(result.rebuild)))),
    element('div', {}, failureCard(result), successCard(result), drawn, timeCard(result), remarkCard(result), kernelCard(result), findingsCard(result), testsCard(result), outputCard(result)));
}
