#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rummy_fast_fuzz::solve::run(data));
