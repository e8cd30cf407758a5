// The source: a heat column for each counter, the hot line of each at once, and what a line does in numbers and words.

const heatColumns = [
  {name: 'executed', words: 'times that warps executed an instruction of the line', of: line => line.warp_instructions || 0},
  {name: 'lanes', words: 'of 32 lanes active, on average: few are hot', of: line => line.warp_instructions ? line.thread_instructions / line.warp_instructions : 0,
    share: lanes => 1 - lanes / 32, text: lanes => lanes.toFixed(1)},
  {name: 'requests', words: 'loads, stores and atomics of warps', of: line => sum(line, ['global_load_requests', 'global_store_requests', 'global_atomic_requests', 'shared_load_requests', 'shared_store_requests', 'shared_atomic_requests'])},
  {name: 'sectors', words: 'pieces of 32 bytes of global memory', of: line => sum(line, ['global_load_sectors', 'global_store_sectors', 'global_atomic_sectors'])},
  {name: 'excess', words: 'sectors beyond what the same bytes would fill side by side', of: line => line.global_sectors_excessive || 0},
  {name: 'conflicts', words: 'bank conflicts in shared memory', of: line => sum(line, ['shared_load_bank_conflicts', 'shared_store_bank_conflicts'])},
  {name: 'time', words: 'percent of the modelled time of its launch, waiting included: modelled, not measured', of: line => line.time_percent || 0,
    share: percent => Math.min(1, percent / 40), text: percent => percent < 0.05 ? '' : percent.toFixed(1)},
  {name: 'split', words: 'branches that split their warp', of: line => line.divergent_branches || 0}];

function sum(line, names) {
  return names.reduce((all, name) => all + (line[name] || 0), 0);
}

const keywords = new Set(('if else for while do return break continue switch case default const static void int float double bool char unsigned long short struct enum template typename ' +
  'inline constexpr auto sizeof true false __global__ __device__ __shared__ __host__ __constant__ __restrict__ __syncthreads threadIdx blockIdx blockDim gridDim dim3 float2 float4').split(' '));

// A line with comments, words of the language and literals in colour. `open` is true inside /* */.
function colored(text, open) {
  const parts = document.createDocumentFragment();
  const token = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"|\b\d[\w.]*\b|[A-Za-z_]\w*|[^]/g;
  if (open) {
    const end = text.indexOf('*/');
    parts.append(element('span', {className: 'comment'}, end < 0 ? text : text.slice(0, end + 2)));
    if (end < 0) return parts;
    token.lastIndex = end + 2;
  }
  for (let match, plain = ''; ; plain += match[0]) {
    match = token.exec(text);
    const kind = !match ? '' : /^\/[/*]/.test(match[0]) ? 'comment' : /^["\d]/.test(match[0]) ? 'literal' : keywords.has(match[0]) ? 'keyword' : null;
    if (kind === null) continue;
    if (plain) parts.append(plain);
    if (!match) return parts;
    parts.append(element('span', {className: kind}, match[0]));
    plain = '';
    match = [''];
  }
}

// Code of a line, in colour, that goes on below where it is too long, behind its own indent.
function hanging(tag, className, text, open) {
  const node = element(tag, {className}, colored(text, open));
  node.style.setProperty('--hang', Math.min(text.search(/\S|$/), 16) + 2);
  return node;
}

// Marks the word, or the sign, that stands at `column` (from 0) of what `node` shows.
function markColumn(node, column) {
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()); column -= text.length) {
    if (column >= text.length) continue;
    const at = text.splitText(column);
    at.splitText(at.data.match(/^\w+|^[^]/)[0].length);
    const mark = element('b', {className: 'column'});
    at.replaceWith(mark);
    mark.append(at);
    return;
  }
}

// Which lines begin inside a comment.
function openComments(lines) {
  let open = false;
  return lines.map(line => {
    const began = open;
    const clean = line.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    let at = 0;
    for (;;) {
      if (open) {
        at = clean.indexOf('*/', at);
        if (at < 0) break;
        open = false;
        at += 2;
      } else {
        const start = clean.indexOf('/*', at), line_comment = clean.indexOf('//', at);
        if (start < 0 || (line_comment >= 0 && line_comment < start)) break;
        open = true;
        at = start + 2;
      }
    }
    return began;
  });
}

// One entry for each counted line of a file: the counters of all kernels added up, and the kernels' names.
function countedLines(result, file) {
  const lines = new Map();
  for (const line of result.lines) {
    if (line.file !== file) continue;
    const all = lines.get(line.line) || {line: line.line, kernels: []};
    all.kernels.push(line.kernel);
    for (const [name, count] of Object.entries(line))
      if (typeof count === 'number' && name !== 'line') all[name] = (all[name] || 0) + count;
    lines.set(line.line, all);
  }
  for (const time of timesOf(result))
    for (const line of time.modelled_launch.lines) {
      const counted = line.file === file && lines.get(line.line);
      if (counted) counted.time_percent = Math.max(counted.time_percent || 0, line.time_percent);
    }
  return lines;
}

function memoryWords(requests, sectors, what) {
  return what + ': ' + several(requests, 'request') + ', ' + several(sectors, 'sector') + ', ' + (sectors / requests).toFixed(2) + ' a request.';
}

// What a line does, a sentence each.
function lineSentences(line, whole) {
  const words = [], share = whole ? 100 * (line.warp_instructions || 0) / whole : 0;
  if (line.warp_instructions) {
    const lanes = line.thread_instructions / line.warp_instructions;
    words.push('Warps execute ' + several(line.warp_instructions, 'instruction') + ' here, ' + (share < 1 ? 'less than 1' : Math.round(share)) + '\u00a0% of all, with ' + lanes.toFixed(1) + ' of 32 lanes active on average.');
  }
  if (line.global_load_requests) words.push(memoryWords(line.global_load_requests, line.global_load_sectors || 0, 'Loads from global memory'));
  if (line.global_store_requests) words.push(memoryWords(line.global_store_requests, line.global_store_sectors || 0, 'Stores to global memory'));
  if (line.global_atomic_requests) words.push(memoryWords(line.global_atomic_requests, line.global_atomic_sectors || 0, 'Atomic operations in global memory'));
  if (line.global_sectors_excessive) {
    const sectors = sum(line, ['global_load_sectors', 'global_store_sectors', 'global_atomic_sectors']);
    words.push(several(line.global_sectors_excessive, 'sector') + ' of these, ' + Math.round(100 * line.global_sectors_excessive / sectors) + '\u00a0%, ' + (line.global_sectors_excessive === 1 ? 'is' : 'are') + ' excess: the same bytes side by side, and starting at a sector, would do without.');
  } else if (line.global_load_requests || line.global_store_requests) {
    words.push('No sector is excess: the lanes\u2019 bytes lie side by side.');
  }
  for (const [what, name] of [['Loads from', 'load'], ['Stores to', 'store']]) {
    const requests = line['shared_' + name + '_requests'], conflicts = line['shared_' + name + '_bank_conflicts'] || 0;
    if (requests) words.push(what + ' shared memory: ' + several(requests, 'request') + ', ' + (conflicts ? several(conflicts, 'bank conflict') + ': lanes want different words of one bank, and wait for each other.' : 'no bank conflicts.'));
  }
  if (line.time_percent) words.push('Of the modelled time (not measured) ' + line.time_percent.toFixed(1) + '\u00a0% are spent here, waiting included.');
  if (line.barriers) words.push('Warps come to a barrier here ' + several(line.barriers, 'time') + '.');
  if (line.divergent_branches) words.push(grouped(line.divergent_branches) + ' of ' + several(line.branches, 'branch', 'branches') + ' split their warp: the two sides run one after the other.');
  else if (line.branches) words.push(several(line.branches, 'branch', 'branches') + ', none of which splits a warp.');
  return words;
}

// Marks: lines with findings, with the cause, and where TODOs stand.
function marksOf(result, file) {
  const marks = new Map();
  const add = (line, text) => { if (line) marks.set(line, [...(marks.get(line) || []), text]); };
  for (const finding of result.findings || []) if (finding.file === file) add(finding.line, finding.check + ': ' + finding.message);
  if (result.cause && result.cause.file === file && result.cause.what && !marks.has(result.cause.line)) add(result.cause.line, result.cause.what);
  return marks;
}

const notCounted = 'No kernel that was counted executed an instruction of this line. It is code of the host, a declaration or a comment; or its work is done by instructions of another line.';
const noneCounted = 'No line of this file was executed by a kernel that was counted.';

// Which columns are shown: all, or one, so that the code has the room. A narrow screen shows one until another choice is made.
function columnChoice(columns, table) {
  const show = chosen => { for (const cell of table.querySelectorAll('[data-column]')) cell.hidden = chosen !== '' && cell.dataset.column !== chosen; };
  const select = element('select', {id: 'source-columns', onchange: () => show(select.value)}, element('option', {value: ''}, 'all columns'), columns.map(column => element('option', {value: column.name}, column.name)));
  const narrow = matchMedia('(max-width: 50rem)'), suit = () => { select.value = narrow.matches ? columns[0].name : ''; show(select.value); };
  narrow.addEventListener('change', suit);
  select.addEventListener('change', () => narrow.removeEventListener('change', suit));
  suit();
  return element('label', {}, 'Show ', select);
}

function sourcePanel(result, go) {
  const files = result.sources.map(source => source.file);
  if (!files.length) return element('p', {}, 'The source is not here.');
  const holder = element('div', {});
  const others = [...new Set(result.lines.map(line => line.file))].filter(file => !files.includes(file));
  const chooser = files.length > 1 ? element('label', {}, 'File ', element('select', {onchange: event => showFile(event.target.value)}, files.map(file => element('option', {value: file}, file)))) : '', choices = element('div', {className: 'row choices'});
  let select = () => {}, toMark = () => {};

  function showFile(file) {
    const lines = sourceLines(result, file), counted = countedLines(result, file), marks = marksOf(result, file), open = openComments(lines);
    const whole = result.lines.reduce((all, line) => all + (line.warp_instructions || 0), 0);
    const columns = heatColumns.filter(column => [...counted.values()].some(line => column.of(line) > 0) && (column.name !== 'lanes' || [...counted.values()].some(line => line.thread_instructions < 32 * line.warp_instructions)));
    const top = new Map(columns.map(column => [column, Math.max(...[...counted.values()].map(line => column.of(line)), 1)]));
    const shareOf = (column, line) => column.share ? (line.warp_instructions ? column.share(column.of(line)) : 0) : column.of(line) / top.get(column);
    const legend = element('div', {}, counted.size ? element('p', {className: 'soft tip'}, 'Click a line, and it is told here. The names above the columns lead to the hottest line of each.') : '',
      columns.length ? element('details', {}, element('summary', {}, 'What the columns count'), element('dl', {}, columns.map(column => [element('dt', {}, element('strong', {}, column.name)), element('dd', {}, column.words)]))) : '');
    const detail = element('section', {className: 'card aside', 'aria-live': 'polite', tabindex: '0', role: 'region', 'aria-label': 'A line in words'});
    const body = element('tbody', {}), rows = new Map();

    lines.forEach((text, index) => {
      const number = index + 1, line = counted.get(number);
      if (index === lines.length - 1 && !text) return;
      const row = element('tr', {'data-line': line ? number : null, className: marks.has(number) ? 'flagged' : '', onclick: () => select(number)},
        element('td', {className: 'line'}, line ? element('button', {type: 'button', 'aria-label': 'line ' + number}, String(number)) : String(number)),
        columns.map(column => {
          const count = line ? column.of(line) : 0;
          const cell = element('td', {className: 'heat number', 'data-column': column.name, 'data-value': line ? count : null}, count ? (column.text ? column.text(count) : compact(count)) : '');
          if (line) cell.style.setProperty('--share', shareOf(column, line).toFixed(3));
          return cell;
        }),
        hanging('td', 'text code', text, open[index]));
      rows.set(number, row);
      body.append(row);
      for (const note of marks.get(number) || [])
        body.append(element('tr', {className: 'note'}, element('td', {colspan: columns.length + 2}, prose(note))));
    });

    // Of lines that are equally hot, such as those above 40 % of the time, the one with more.
    function hottest(column) {
      const hotter = (a, b) => shareOf(column, a) - shareOf(column, b) || column.of(a) - column.of(b);
      return [...counted.values()].reduce((best, line) => hotter(line, best) > 0 ? line : best).line;
    }

    function tell(number) {
      const line = counted.get(number), row = rows.get(number);
      for (const [at, each] of rows) each.classList.toggle('selected', at === number);
      if (!line) return detail.replaceChildren(element('div', {className: 'told'}, element('h2', {}, 'Line ' + number), element('p', {}, counted.size ? notCounted : noneCounted)), legend);
      const accesses = ((result.watched || {}).accesses || []).filter(access => access.file === file && access.line === number && access.visits.length);
      detail.replaceChildren(element('div', {className: 'told'}, element('h2', {}, 'Line ' + number, element('span', {className: 'soft'}, ', ' + [...new Set(line.kernels)].join(', '))),
        ...lineSentences(line, whole).map(words => element('p', {}, words)),
        accesses.length ? element('p', {}, element('button', {type: 'button', onclick: () => go('memory', number)}, 'Show a warp\u2019s memory')) : ''), legend);
    }

    select = (number, scroll) => {
      if (!rows.has(number)) return;
      history.replaceState(null, '', '#source/' + number);
      if (scroll) rows.get(number).scrollIntoView({block: 'center'});
      tell(number);
    };

    const table = element('div', {className: 'card file', tabindex: '0', role: 'region', 'aria-label': file},
      element('table', {className: 'listing'},
        element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'line'),
          columns.map(column => element('th', {scope: 'col', className: 'counted', 'data-column': column.name}, element('button', {type: 'button', title: column.words + '. Click: the hottest line', onclick: () => select(hottest(column), true)}, column.name))),
          element('th', {scope: 'col', className: 'name'}, pathText(file)))), body));
    detail.append(element('h2', {}, 'A line in words'), counted.size ? '' : element('p', {}, noneCounted), legend);
    table.addEventListener('keydown', event => {
      const numbers = [...counted.keys()].sort((a, b) => a - b), at = numbers.findIndex(number => rows.get(number).classList.contains('selected'));
      arrow(event, {ArrowDown: () => select(numbers[Math.min(numbers.length - 1, at + 1)], true), ArrowUp: () => select(numbers[Math.max(0, at - 1)], true)});
    });
    choices.replaceChildren(chooser, columns.length > 1 ? columnChoice(columns, table) : '');
    holder.replaceChildren(element('div', {className: 'columns source'}, table, detail));
    toMark = () => { // the reader sees at once what is marked, or where nothing is the hottest line
      const marked = result.cause && marks.has(result.cause.line) ? result.cause.line : [...marks.keys()][0];
      const hot = columns.find(column => column.name === 'time') || columns.find(column => column.name === 'executed');
      const number = marked || (hot ? hottest(hot) : 0), row = rows.get(number);
      if (row) tell(number), table.scrollTop += row.getBoundingClientRect().top - table.getBoundingClientRect().top - table.clientHeight / 3;
    };
    toMark();
  }

  showFile(files[0]);
  const panel = element('div', {}, choices, holder,
    others.length ? element('p', {className: 'soft tip'}, 'Lines of other files were executed too: ' + others.join(', ')) : '');
  panel.open = number => select(number, true);
  panel.shown = () => toMark();
  return panel;
}
