//! The engine as a WebAssembly module: lines of the protocol in, lines out.
//!
//! The page passes a line on with [`buffer`] and [`receive`], calls [`work`] while it returns true and [`tick`] when
//! [`next_tick`] says so. Lines come out through the import `send`, also in the middle of [`work`]. The clock and the
//! random numbers are imports too, since the target has no operating system. `web/client/engine.js` is the other side.

use std::cell::{Cell, RefCell};
use std::panic;
use std::time::Duration;

use rummy_fast::protocol::{ClientId, Dispatcher, Host, NoRandomness};
use rummy_fast::set_clock;

/// How many open rounds, and how many open matches, there may be.
const ROUNDS: usize = 1_000;

/// What the page provides.
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// The milliseconds since any fixed moment.
        pub(super) safe fn now() -> f64;
        /// Fills memory with random bytes; false if there are none.
        pub(super) fn random(bytes: *mut u8, length: usize) -> bool;
        /// Takes a line for the client.
        pub(super) fn send(line: *const u8, length: usize);
        /// Takes what a bug has to say before the module traps.
        pub(super) fn report(message: *const u8, length: usize);
    }
}

fn now() -> Duration {
    // Not a number, or negative: a broken clock stands still.
    Duration::try_from_secs_f64(host::now() / 1_000.0).unwrap_or_default()
}

struct Page;

impl Host for Page {
    fn now(&self) -> Duration {
        now()
    }

    fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        // SAFETY: the host writes so many bytes there, and nothing else.
        let filled = unsafe { host::random(bytes.as_mut_ptr(), bytes.len()) };
        if filled { Ok(()) } else { Err(NoRandomness) }
    }
}

struct Engine {
    dispatcher: Dispatcher,
    client: ClientId,
}

impl Engine {
    fn start() -> Self {
        set_clock(now);
        panic::set_hook(Box::new(|bug| {
            let message = bug.to_string();
            // SAFETY: the host reads so many bytes there.
            unsafe { host::report(message.as_ptr(), message.len()) };
        }));
        let mut dispatcher = Dispatcher::new(Box::new(Page), ROUNDS);
        let client = dispatcher.connect();
        Self { dispatcher, client }
    }

    /// Sends what there is to send, and notes when to tick again.
    fn deliver(&mut self) {
        while let Some(line) = self.dispatcher.take_line(self.client) {
            // SAFETY: the host reads so many bytes there.
            unsafe { host::send(line.as_ptr(), line.len()) };
        }
        NEXT_TICK.set(self.dispatcher.next_tick().unwrap_or(Duration::MAX));
    }

    fn tick(&mut self) {
        self.dispatcher.tick();
        self.deliver();
    }
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::start());
    static LINE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    static NEXT_TICK: Cell<Duration> = const { Cell::new(Duration::MAX) };
}

/// Makes room for the next line, and returns where to write it.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    let mut line = vec![0; length];
    let start = line.as_mut_ptr();
    LINE.set(line);
    start
}

/// Handles the line that was written to the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    ENGINE.with_borrow_mut(|engine| {
        engine.dispatcher.receive(engine.client, &LINE.take());
        engine.deliver();
    });
}

/// Does the next piece of work, however long it takes. Returns false if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn work() -> bool {
    let Some(job) = ENGINE.with_borrow_mut(|engine| engine.dispatcher.take_job()) else { return false };
    // Progress is reported, and turns of matches time out, while a search blocks this thread.
    let done = job.run(&now, &|| {
        if now() >= NEXT_TICK.get() {
            ENGINE.with_borrow_mut(Engine::tick);
        }
        false
    });
    ENGINE.with_borrow_mut(|engine| {
        engine.dispatcher.finish(done);
        engine.deliver();
    });
    true
}

/// Does what is due.
#[unsafe(no_mangle)]
pub extern "C" fn tick() {
    ENGINE.with_borrow_mut(Engine::tick);
}

/// The milliseconds until [`tick`] should be called; infinity if there is no reason to.
#[unsafe(no_mangle)]
pub extern "C" fn next_tick() -> f64 {
    match NEXT_TICK.get() {
        Duration::MAX => f64::INFINITY,
        next => next.saturating_sub(now()).as_secs_f64() * 1_000.0,
    }
}
