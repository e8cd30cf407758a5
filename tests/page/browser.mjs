// Drives a headless Chromium over its debugging pipe: no package is needed beyond node and chromium.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const program = process.env.CHROMIUM || 'chromium';

export class Browser {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'warpbook-browser-'));
    this.child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-device-scale-factor=1',
      '--remote-debugging-pipe', '--user-data-dir=' + this.folder, 'about:blank'], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.next = 1;
    this.waiting = new Map();
    this.listeners = [];
    let rest = '';
    this.child.stdio[4].on('data', bytes => {
      const messages = (rest + bytes).split('\0');
      rest = messages.pop();
      for (const text of messages) this.take(JSON.parse(text));
    });
  }

  take(message) {
    if (message.id) {
      const {resolve, reject} = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    this.child.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
  }

  // A tab of its own, of that size; its `errors` are what the console complained of.
  async tab(width = 1600, height = 1000) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    const tab = new Tab(this, sessionId, targetId);
    await tab.send('Page.enable');
    await tab.send('Runtime.enable');
    await tab.send('Log.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
    return tab;
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await new Promise(resolve => this.child.exitCode !== null ? resolve() : this.child.on('exit', resolve));
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 5});
  }
}

class Tab {
  constructor(browser, session, target) {
    Object.assign(this, {browser, session, target, errors: []});
    browser.listeners.push(message => {
      if (message.sessionId !== session) return;
      if (message.method === 'Runtime.exceptionThrown') this.errors.push(message.params.exceptionDetails.exception?.description || message.params.exceptionDetails.text);
      if (message.method === 'Runtime.consoleAPICalled' && message.params.type === 'error') this.errors.push(message.params.args.map(a => a.value).join(' '));
      if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') this.errors.push(message.params.entry.text);
      if (message.method === 'Page.loadEventFired' && this.loaded) this.loaded();
    });
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  // Opens a file; answers the milliseconds until it was loaded and drawn.
  async open(file, fragment = '') {
    const began = performance.now();
    const loaded = new Promise(resolve => { this.loaded = resolve; });
    await this.send('Page.navigate', {url: 'about:blank'});
    await loaded;
    const again = new Promise(resolve => { this.loaded = resolve; });
    await this.send('Page.navigate', {url: pathToFileURL(file).href + fragment});
    await again;
    await this.run('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    return performance.now() - began;
  }

  // The value of an expression in the page.
  async run(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true, userGesture: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  async key(key) {
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', {type, key, code: key, windowsVirtualKeyCode: keyCodes[key] || 0});
  }

  async dark(on) { await this.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: on ? 'dark' : 'light'}]}); }

  async screenshot(file, whole = true) {
    const {data} = await this.send('Page.captureScreenshot', {format: 'png', captureBeyondViewport: whole});
    writeFileSync(file, Buffer.from(data, 'base64'));
  }

  // How many sheets of paper the page takes when it is printed, or written as a PDF.
  async sheets() {
    const {data} = await this.send('Page.printToPDF', {printBackground: true, preferCSSPageSize: true});
    return Buffer.from(data, 'base64').toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length;
  }

  async close() { await this.browser.send('Target.closeTarget', {targetId: this.target}); }
}

const keyCodes = {ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, PageUp: 33, PageDown: 34, Home: 36, End: 35, Enter: 13, ' ': 32, Tab: 9};
