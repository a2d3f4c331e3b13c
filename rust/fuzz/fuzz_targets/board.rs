//! The target of cargo-fuzz; what it does is in the library.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    open18xx_fuzz::run(data);
});
