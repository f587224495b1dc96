/**
 * Measures how long this thread works until a call is done. Unlike the time that passes, it does not depend on what
 * else the machine does.
 * @returns milliseconds of processor time; what the API does in the same process is included
 */
export async function measured<Result>(
  call: () => Result | Promise<Result>,
): Promise<{ result: Result; work: number }> {
  const before = process.threadCpuUsage()
  const result = await call()
  const { user, system } = process.threadCpuUsage(before)
  return { result, work: (user + system) / 1000 }
}
