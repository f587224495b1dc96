import { totalmem } from 'node:os'

const MIB = 2 ** 20
/** Share of the memory. PostgreSQL's manual names a quarter for a machine of its own; here engines need memory, too. */
const SHARE = 1 / 8
/** Bytes: the server's default. */
const LEAST = 128 * MIB
/** Bytes: tables with a million lines and their vectors have about this size. */
const MOST = 4_096 * MIB

/**
 * Settings for the server's cache of pages. A search reads two thousand rows from random pages; among 100,000 lines the
 * default size has room for a tenth of these pages. The server notes the pages in its cache, and reads them again after
 * a start, so that the first searches do not wait for the disk.
 * @param memory bytes of this machine, or of its container
 */
export function pageCache(memory = memoryOfMachine()): Readonly<Record<string, string>> {
  const bytes = Math.min(MOST, Math.max(LEAST, memory * SHARE))
  return { shared_buffers: `${Math.floor(bytes / MIB)}MB`, shared_preload_libraries: 'pg_prewarm' }
}

/** A limit of zero means none. */
const memoryOfMachine = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
