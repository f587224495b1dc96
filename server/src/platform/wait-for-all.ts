/**
 * Waits for all promises and returns their values in order. Unlike `Promise.all`, throws the first error only when none
 * is pending, so that nobody writes into a folder that the caller then removes.
 */
export async function waitForAll<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  await Promise.allSettled(promises)
  return await Promise.all(promises)
}
