#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rummy_fast_fuzz::replay::run(data));
