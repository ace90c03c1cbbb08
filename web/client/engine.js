// The WebAssembly module: what it imports, and when it works. `web/wasm/src/lib.rs` is the other side.

/**
 * Starts an engine on this thread.
 *
 * @param {(imports: object) => Promise<WebAssembly.Instance>} instantiate
 * @param {{ send: (line: string) => void, fail: (why: string) => void }} how `fail` is called once, after a bug
 * @returns {Promise<(line: string) => void>} takes the next line
 */
export async function startEngine(instantiate, { send, fail }) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let wasm = null;
  let bug = null;
  const memory = (start, length) => new Uint8Array(wasm.memory.buffer, start >>> 0, length >>> 0);
  const host = {
    now: () => performance.now(),
    random(start, length) {
      crypto.getRandomValues(memory(start, length));
      return 1;
    },
    send: (start, length) => send(decoder.decode(memory(start, length))),
    report(start, length) {
      bug = decoder.decode(memory(start, length));
    },
  };
  wasm = (await instantiate({ host })).exports;

  // Between two jobs the thread hears what else there is, such as `cancel`. A timer would wait at least 4 ms.
  const next = new MessageChannel();
  let isWaiting = false;
  let timer = null;
  let isBroken = false;

  function guarded(work) {
    if (isBroken) return undefined;
    try {
      return work();
    } catch (error) {
      isBroken = true;
      clearTimeout(timer);
      next.port1.close();
      fail(bug ?? String(error));
      return undefined;
    }
  }

  function plan() {
    if (!isWaiting) {
      isWaiting = true;
      next.port2.postMessage(null);
    }
    clearTimeout(timer);
    const wait = guarded(() => wasm.next_tick());
    // A timer takes at most 31 bits.
    if (wait < Infinity) timer = setTimeout(tick, Math.min(wait + 1, 0x7fffffff));
  }

  function tick() {
    guarded(() => wasm.tick());
    plan();
  }

  next.port1.onmessage = () => {
    isWaiting = false;
    if (guarded(() => wasm.work())) plan();
  };

  return (line) => {
    guarded(() => {
      const bytes = encoder.encode(line);
      memory(wasm.buffer(bytes.length), bytes.length).set(bytes);
      wasm.receive();
    });
    plan();
  };
}
