// Why this fast: what the modelled time goes to, the roofline, and the kernels of the labs beside each other. All of it is
// modelled and says so; measured times are marked where the result has them.

const timeShares = [
  ['issue', 'issuing', 'a warp\u2019s instruction is issued'], ['memory', 'global memory', 'waits for a load from global or local memory'],
  ['shared', 'shared memory', 'waits for shared memory, a shuffle or a special function'], ['barrier', 'barriers', 'waits for the block\u2019s other warps'],
  ['dependence', 'own results', 'waits for the warp\u2019s own last instruction'], ['unit', 'busy unit', 'waits for a unit that another warp uses'],
  ['queue', 'load-store queue', 'waits for a place in the queue to memory'], ['empty', 'no warp', 'has no warp: too few blocks, or the last ones'],
  ['launch', 'launch', 'the launch itself, before and after']];
const busyParts = [['issue', 'issue slots'], ['integer', 'integer units'], ['double', 'double units'], ['special', 'special function units'], ['l1_and_shared', 'L1 and shared memory'],
  ['l2', 'L2 bandwidth'], ['dram', 'DRAM bandwidth'], ['block_starts', 'starting blocks']];

// The times of a result that the model has taken apart.
function timesOf(result) {
  return ((result.performance || {}).times || []).filter(time => time.modelled_launch);
}

function percentWords(share) {
  return (share >= 10 || share === 0 ? Math.round(share) : share < 0.1 ? '< 0.1' : share.toFixed(1)) + '\u00a0%';
}

// One bar, cut into shares. Those that are wide enough have their name inside; all are in the list below.
function shareBar(launch) {
  const shares = timeShares.map(([name, words, means], i) => ({name, words, means, i, share: launch['time_' + name + '_percent'] || 0}));
  const bar = element('div', {className: 'shares', role: 'img', 'aria-label': 'What the modelled time goes to: ' + shares.filter(s => s.share >= 0.5).map(s => s.words + ' ' + Math.round(s.share) + ' %').join(', ')});
  for (const {words, share, i} of shares) {
    if (share < 0.05) continue;
    const part = element('span', {className: 'share-' + i}, share > words.length * 0.9 + 2 ? words : '');
    part.style.width = share + '%';
    bar.append(part);
  }
  return [bar, scrolling('shares of the time', element('table', {className: 'share-list'}, element('tbody', {}, shares.map(({name, words, means, i, share}) => element('tr', {},
    element('td', {}, element('b', {className: 'key share-' + i, 'aria-hidden': 'true'})), element('th', {scope: 'row'}, words), element('td', {className: 'number', 'data-share': name, 'data-value': share}, percentWords(share)), element('td', {className: 'soft'}, means))))))];
}

function busyBars(launch) {
  return busyParts.map(([name, words]) => {
    const share = launch['busy_' + name + '_percent'] || 0;
    return element('div', {className: 'bar-row' + (share >= 60 ? ' now' : '')}, element('span', {}, words), percentBar(share / 100), element('b', {'data-busy': name, 'data-value': share}, percentWords(share)));
  });
}

// ---- Kernels beside each other ------------------------------------------------------------------------------

// This kernel, the kept results of the labs, and the result that it is held against: at these sizes, on this GPU, each once.
function comparable(result, time) {
  const all = [{what: 'this', lab: result.lab, source: result.source, times: [time], solution: result.solution}, ...(result.others || [])];
  if (result.against) all.push({what: 'against', lab: result.against.result.lab, source: result.against.result.source, times: result.against.result.performance.times || []});
  const kernels = [];
  for (const each of all)
    for (const other of each.times) {
      if (!other.modelled_launch || other.sizes !== time.sizes || other.entry !== time.entry || other.modelled_for !== time.modelled_for) continue;
      if (kernels.some(k => k.time.modelled_ms === other.modelled_ms && k.lab === each.lab)) continue;
      const name = each.what === 'this' ? 'this file' : each.what === 'solution' ? each.lab + ', finished' : each.what === 'own' ? each.lab + ', last graded' : each.what === 'earlier' ? 'an earlier version' : 'the other result';
      kernels.push({what: each.what, lab: each.lab, name, source: each.source, time: other});
    }
  return kernels;
}

// Instructions of warps a byte of DRAM, and a second.
function roofPoint(kernel) {
  const launch = kernel.time.modelled_launch, bytes = launch.dram_read_bytes + launch.dram_write_bytes, instructions = launch.warp_instructions_executed;
  const at = {kernel, x: instructions / bytes, y: instructions / (launch.modelled_ms / 1000)};
  if (kernel.time.time_ms) at.measured = instructions / (kernel.time.time_ms / 1000);
  return bytes > 0 && instructions > 0 ? at : null;
}

// 1, 2 and 5 times each power of ten between two logarithms.
function ticks(from, to) {
  const all = [];
  for (let e = Math.floor(from); e <= to; e++) for (const digit of [1, 2, 5]) if (Math.log10(digit) + e >= from && Math.log10(digit) + e <= to) all.push(Number((digit * 10 ** e).toPrecision(1)));
  return all;
}

function roofline(kernels) {
  const points = kernels.map(roofPoint).filter(Boolean), launch = kernels[0].time.modelled_launch;
  if (!points.length || !launch.issue_peak_per_second || !launch.copy_bytes_per_second) return null;
  const peak = launch.issue_peak_per_second / 1e9, band = launch.copy_bytes_per_second / 1e9, ridge = peak / band;
  const xs = points.map(p => p.x).concat(ridge), ys = points.flatMap(p => [p.y / 1e9, p.measured ? p.measured / 1e9 : p.y / 1e9]).concat(peak);
  const left = Math.log10(Math.min(...xs)) - 0.35, right = Math.log10(Math.max(...xs)) + 0.35, low = Math.log10(Math.min(...ys)) - 0.25, high = Math.log10(Math.max(...ys)) + 0.15;
  const box = {x: 90, y: 10, w: 770, h: 400};
  const X = x => box.x + (Math.log10(x) - left) / (right - left) * box.w, Y = y => box.y + box.h - (Math.log10(y) - low) / (high - low) * box.h;
  const parts = [], text = (x, y, words, more) => drawing('text', {x, y, 'font-size': 15, ...more}, words);
  for (const x of ticks(left, right)) parts.push(drawing('path', {class: 'axis', d: 'M' + X(x) + ' ' + box.y + ' v' + box.h}), text(X(x), box.y + box.h + 20, String(x), {'text-anchor': 'middle'}));
  for (const y of ticks(low, high)) parts.push(drawing('path', {class: 'axis', d: 'M' + box.x + ' ' + Y(y) + ' h' + box.w}), text(box.x - 8, Y(y) + 5, String(y), {'text-anchor': 'end'}));
  const start = Math.max(10 ** left, 10 ** low / band), middle = Math.sqrt(start * ridge), slope = Math.atan2(Y(peak) - Y(start * band), X(ridge) - X(start)) * 180 / Math.PI;
  parts.push(drawing('path', {class: 'roof', d: 'M' + X(start) + ' ' + Y(start * band) + ' L' + X(ridge) + ' ' + Y(peak) + ' L' + X(10 ** right) + ' ' + Y(peak)}),
    text(X(10 ** right) - 4, Y(peak) - 8, 'all issue slots', {'text-anchor': 'end'}), drawing('text', {'font-size': 15, 'text-anchor': 'middle', class: 'roof-name', transform: 'translate(' + (X(middle) - 8) + ' ' + (Y(middle * band) - 8) + ') rotate(' + slope + ')'}, 'DRAM, as a copy uses it'),
    text(box.x + box.w / 2, box.y + box.h + 46, 'instructions of warps for each byte of DRAM', {'text-anchor': 'middle'}), drawing('text', {'font-size': 15, 'text-anchor': 'middle', transform: 'translate(24 ' + (box.y + box.h / 2) + ') rotate(-90)'}, '10\u2079 instructions of warps a second'));
  [...points.entries()].reverse().forEach(([i, p]) => { // this file's on top
    const own = p.kernel.what === 'this', x = X(p.x), y = Y(p.y / 1e9);
    parts.push(drawing('circle', {cx: x, cy: y, r: 12, class: own ? 'point own' : 'point', 'data-point': p.kernel.name, 'data-x': p.x, 'data-y': p.y}), text(x, y + 5, String(i + 1), {'text-anchor': 'middle', class: own ? 'own-number' : ''}));
    if (p.measured) parts.push(drawing('rect', {x: x - 12, y: Y(p.measured / 1e9) - 12, width: 24, height: 24, class: 'point-measured', 'data-measured': p.measured}), text(x + 18, Y(p.measured / 1e9) + 5, String(i + 1)));
  });
  const picture = drawing('svg', {viewBox: '0 0 880 470', role: 'img', class: 'roofline', 'aria-label': 'Roofline, modelled: ' + points.map((p, i) => (i + 1) + ', ' + p.kernel.name).join('; ') + '. The table below has the numbers.'}, parts);
  return element('div', {}, scrolling('roofline', legible(picture)), scrolling('points of the roofline', element('table', {className: 'facing'},
    element('thead', {}, element('tr', {}, ['', 'kernel', 'instructions a byte', '10\u2079 a second, modelled', 'measured'].map((name, i) => element(name ? 'th' : 'td', {scope: name ? 'col' : null, className: i > 1 ? 'number' : ''}, name)))),
    element('tbody', {}, points.map((p, i) => element('tr', {}, element('td', {}, String(i + 1)), element('th', {scope: 'row'}, p.kernel.name), element('td', {className: 'number'}, value(Number(p.x.toPrecision(3)))),
      element('td', {className: 'number'}, grouped(p.y / 1e9)), element('td', {className: 'number'}, p.measured ? grouped(p.measured / 1e9) : '\u2013')))))));
}

// What the place below the roof says.
function roofWords(kernel) {
  const point = roofPoint(kernel), launch = kernel.time.modelled_launch;
  if (!point) return '';
  const memory = point.x * launch.copy_bytes_per_second, roof = Math.min(memory, launch.issue_peak_per_second);
  return 'This kernel has ' + value(Number(point.x.toPrecision(3))) + ' instructions for each byte of DRAM: the roof above it is ' + (memory < launch.issue_peak_per_second ? 'the memory' : 'the issue slots') +
    ', and it reaches ' + Math.round(100 * point.y / roof) + '\u00a0% of that.' + (point.y / roof < 0.5 ? ' It is far below both: it waits. The bar above says for what.' : '');
}

function ladder(kernels) {
  const most = Math.max(...kernels.flatMap(k => [k.time.modelled_ms, k.time.time_ms || 0]));
  const sorted = [...kernels].sort((a, b) => b.time.modelled_ms - a.time.modelled_ms);
  const row = (words, ms, own, kind) => element('div', {className: 'bar-row' + (own ? ' now' : '')}, element('span', {}, words), percentBar(ms / most), element('b', {'data-ladder': words, 'data-kind': kind, 'data-value': ms}, value(Number(ms.toPrecision(3)))));
  return sorted.flatMap(k => [row(k.name + (k.what === 'this' ? '' : ': ' + k.source.split('/').pop()) + ', modelled', k.time.modelled_ms, k.what === 'this', 'modelled'),
    k.time.time_ms ? row(k.name + ', measured', k.time.time_ms, k.what === 'this', 'measured') : '']);
}

function speedPanel(result) {
  const times = timesOf(result), holder = element('div', {}), name = time => time.entry + ', ' + time.sizes;
  const show = time => {
    const launch = time.modelled_launch, kernels = comparable(result, time), roof = roofline(kernels), calibrated = launch.calibrated ? '' : ', and not calibrated for this GPU';
    holder.replaceChildren(
      element('section', {className: 'card'}, element('h2', {}, 'Where the time goes', element('span', {className: 'soft'}, ': ' + name(time))),
        element('p', {}, element('strong', {}, 'Modelled for ' + time.modelled_for + calibrated + ', not measured: '), element('span', {'data-time': 'modelled_ms', 'data-value': time.modelled_ms}, value(Number(time.modelled_ms.toPrecision(3)))), ' ms, bound by ',
          element('strong', {}, launch.bound + (launch.unit ? ' (' + launch.unit + ')' : '')), ', ' + Math.round(launch.bound_percent) + '\u00a0% busy.', launch.launches > 1 ? ' The bars are those of the longest of ' + launch.launches + ' launches.' : ''),
        time.time_ms ? element('p', {}, element('strong', {}, 'Measured: '), element('span', {'data-time': 'time_ms', 'data-value': time.time_ms}, value(Number(time.time_ms.toPrecision(3)))), ' ms.') : '',
        shareBar(launch)),
      element('section', {className: 'card'}, element('h2', {}, 'How busy each part is', element('span', {className: 'soft'}, ': modelled')), busyBars(launch)),
      roof ? element('section', {className: 'card'}, element('h2', {}, 'Roofline', element('span', {className: 'soft'}, ': modelled, for ' + time.modelled_for)), element('p', {}, roofWords(kernels[0])), roof,
        element('p', {className: 'soft tip'}, 'Circles: modelled. Squares: measured. Other kernels are those whose results are kept: grade a lab, or a finished file, and it is here next time.')) : '',
      kernels.length > 1 ? element('section', {className: 'card'}, element('h2', {}, 'Beside the others', element('span', {className: 'soft'}, ': ms at ' + time.sizes)), ladder(kernels)) : '');
  };
  const select = element('select', {id: 'speed-time', onchange: () => show(times[select.selectedIndex])}, times.map(time => element('option', {}, name(time))));
  show(times[0]);
  return element('div', {className: 'speed'}, times.length > 1 ? element('div', {className: 'row'}, element('label', {}, 'Time of ', select)) : '', holder);
}
