import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { exampleHosts } from '../../../test/example-hosts.ts'
import { programsOf } from '../../../test/programs.ts'

const host = exampleHosts()

async function gone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

test('a process that others kill is restarted for its calls, until it was killed too often', async () => {
  const engine = host({ concurrency: 2 })
  const { life } = await engine.call('about', [])
  const [running] = programsOf('footnote-engine')
  const napping = engine.call('nap', [500])
  const beside = engine.call('nap', [500])
  process.kill(running?.pid as number, 'SIGKILL')
  expect((await napping).life).not.toBe(life)
  expect((await beside).life).not.toBe(life)
  await expect(engine.call('endByOthers', [])).rejects.toMatchObject({ failure: 'killed' })
  expect(await engine.call('greet', ['again'])).toBe('Hello again')
})

test('an owner of the lowest priority has engines, too', () => {
  const script = `
    import { hostEngine } from ${JSON.stringify(new URL('./host.ts', import.meta.url).href)}
    const engine = hostEngine({ module: new URL(${JSON.stringify(new URL('../testing/example.process.ts', import.meta.url).href)}), settings: { greeting: 'Hello' } })
    console.log(await engine.call('greet', ['Ada']))
    await engine.close()`
  const greeting = execFileSync('nice', ['-n', '19', process.execPath, '--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(greeting.trim()).toBe('Hello Ada')
})

test('no process outlives its owner, however the owner ends', async () => {
  const script = `
    import { hostEngine } from ${JSON.stringify(new URL('./host.ts', import.meta.url).href)}
    const engine = hostEngine({ module: new URL(${JSON.stringify(new URL('../testing/example.process.ts', import.meta.url).href)}), settings: { greeting: 'Hello' } })
    import { programsOf } from ${JSON.stringify(new URL('../../../test/programs.ts', import.meta.url).href)}
    await engine.call('about', [])
    console.log(programsOf('footnote-engine')[0].pid)
    if (process.argv[1] === 'killed') process.kill(process.pid, 'SIGKILL')`
  const quiet = execFileSync(process.execPath, ['--input-type=module', '-e', script, 'quiet'], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(await gone(Number(quiet))).toBe(true)
  const killed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, 'killed']).catch(
    (error: { stdout: string }) => error,
  )
  expect(await gone(Number(killed.stdout))).toBe(true)
})
