/** What engines, WASM allocators and drivers say when memory ran out; there is no common type for it. */
const outOfMemory =
  /out of memory|\bOOM\b|bad_alloc|allocation failed|could not allocate|failed to allocate|memory access out of bounds|maximum call stack|array buffer allocation|invalid array buffer length/i

/**
 * Whether `thrown`, or a cause of it, says that memory ran out or that a WASM instance trapped. Both
 * leave a worker that cannot be trusted with another call.
 */
export const isMemoryFault = (thrown: unknown): boolean => {
  for (let link = thrown, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth++) {
    if (link instanceof WebAssembly.RuntimeError || outOfMemory.test(link.message)) return true
  }
  return false
}
