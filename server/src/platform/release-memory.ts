/**
 * Gives memory back at once. The garbage collector takes up to 64 MiB of such memory together first, which is much for a
 * server through which large files pass. Whoever still reads it gets a TypeError.
 */
export function releaseMemory(memory: ArrayBufferLike): void {
  if (memory instanceof ArrayBuffer) memory.transfer(0)
}
