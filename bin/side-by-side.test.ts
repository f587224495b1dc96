import { expect, test } from 'vitest'
import { inTurn, SideBySide } from './side-by-side.ts'

/** A program that writes words, a line each, and ends with a status. */
const script = (words: readonly string[], status = 0) => [
  '-e',
  `for (const word of ${JSON.stringify(words)}) console.log(word)\nprocess.exitCode = ${status}`,
]

test('what programs write that run side by side is printed one after the other, in the order in which they began', async () => {
  const printed: string[] = []
  const programs = new SideBySide((part) => printed.push(String(part)))
  const run = (name: string, words: readonly string[]) => programs.run(`${name}:\n`, process.execPath, words, {})
  const slow = run('slow', ['-e', "console.log('a')\nsetTimeout(() => console.log('b'), 1_000)"])
  const quick = run('quick', script(['c', 'd']))
  expect(await quick).toBe(true)
  expect(printed.join('')).not.toContain('quick')
  expect(await slow).toBe(true)
  expect(printed.join('')).toBe('slow:\na\nb\nquick:\nc\nd\n')
})

test('a program that fails, is killed or cannot be started is told from one that ends well, and its words are kept', async () => {
  const printed: string[] = []
  const programs = new SideBySide((part) => printed.push(String(part)))
  expect(await programs.run('', process.execPath, script(['before'], 3), {})).toBe(false)
  expect(await programs.run('', process.execPath, ['-e', "process.kill(process.pid, 'SIGKILL')"], {})).toBe(false)
  expect(await programs.run('', '/nonexistent/program', [], {})).toBe(false)
  expect(printed.join('')).toMatch(/^before\n.*\/nonexistent\/program/)
})

test('a program has ended when it has, whatever it leaves running that could write in its place', async () => {
  const printed: string[] = []
  const programs = new SideBySide((part) => printed.push(String(part)))
  const leaves = `const left = require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit', detached: true })
    console.log(left.pid)
    left.unref()`
  expect(await programs.run('', process.execPath, ['-e', leaves], {})).toBe(true)
  // It would be gone had the run waited for it.
  process.kill(Number(printed.join('')))
})

test('so many things are done at once and no more, and what came of them stays in their order', async () => {
  const running = new Set<number>()
  let most = 0
  const results = await inTurn([30, 1, 20, 1, 1], 2, async (milliseconds) => {
    const thing = Math.random()
    running.add(thing)
    most = Math.max(most, running.size)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    running.delete(thing)
    return milliseconds
  })
  expect(results).toEqual([30, 1, 20, 1, 1])
  expect(most).toBe(2)
})
