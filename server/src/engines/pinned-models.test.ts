import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkPinned, PACKAGED_FILES } from './ocr/packaged.ts'
import { readModelFiles } from './process/model-files.ts'
import { encoderFiles } from './text/universal-sentence-network.ts'
import { humanModel } from './visual/networks/human-models.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'footnote-pinned-'))
afterAll(() => rm(folder, { recursive: true }))

test('the models of the installed packages are the pinned ones', async () => {
  await checkPinned()
  await readModelFiles(encoderFiles())
  for (const name of ['blazeface', 'faceres', 'emotion', 'centernet', 'movenet-lightning', 'handtrack'] as const)
    await readModelFiles(humanModel(name))
})

test('a model with another byte is refused before it is used, in a sentence that says what to do', async () => {
  const altered = path.join(folder, 'altered.bin')
  await writeFile(altered, 'other weights')
  const sentence = /^The model \S+ is not the pinned one\. Install the packages again\.$/
  await expect(readModelFiles({ ...humanModel('emotion'), weights: [altered] })).rejects.toThrow(sentence)
  const [[, sha256 = ''] = []] = Object.entries(PACKAGED_FILES)
  await expect(checkPinned({ [altered]: sha256 })).rejects.toThrow(sentence)
})
