import { describe, expect, test } from 'vitest'
import { type OtherMachine, obstacleToPlaying, runOn } from '../../../test/other-machine.ts'

const MODULE = JSON.stringify(new URL('./decoder-check.ts', import.meta.url))
const checkOn = async (machine: OtherMachine) =>
  JSON.parse(
    await runOn(
      machine,
      `const { decoderCheck } = await import(${MODULE})
      let check
      do check = await decoderCheck('/tmp')
      while (check.sentence.includes('not known yet'))
      console.log(JSON.stringify(check))
      process.exit(0)`,
    ),
  )

const NOT_CONFINED =
  /^Programs that read uploaded files are not confined: decoders can read the files of Footnote, decoders can read and change the files of other jobs, engines can read the files of Footnote, decoders and engines reach the network\. Type: sudo \S+ \S+ bubblewrap, and start Footnote again\.$/

describe.runIf(obstacleToPlaying() === null)('the check of the decoders’ confinement', () => {
  test('is satisfied for an ordinary user with bubblewrap', async () => {
    expect(await checkOn({ bubblewrap: true, account: 'nobody' })).toEqual({
      name: 'decoders',
      state: 'ok',
      sentence: '',
    })
  })

  test('says what to install to an ordinary user without bubblewrap', async () => {
    const { state, sentence } = await checkOn({ bubblewrap: false, account: 'nobody' })
    expect(state).toBe('warn')
    expect(sentence).toMatch(NOT_CONFINED)
  })
})
