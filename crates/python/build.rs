//! What the linker has to be told for a library that Python loads; on macOS it would look for an interpreter else.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
