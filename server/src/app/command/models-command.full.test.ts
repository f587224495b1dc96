import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallHub, startSmallHub } from '../../../test/small-hub.ts'
import { startForwardProxy } from '../../engines/testing/forward-proxy.ts'

let hub: SmallHub
beforeEach(async () => {
  hub = await startSmallHub()
})
afterEach(() => hub.close())

test('a file with another hash than the pinned one is named, and the command fails', async () => {
  await hub.models(['fetch', 'small'])
  await writeFile(path.join(hub.folder, 'tokens.txt'), 'other\n')
  expect(await hub.models(['verify'])).toEqual({
    status: 1,
    printed:
      'small: The file tokens.txt of the model Small is not the one that is pinned: it was refused.\nfootnote: refused: small\n',
  })
})

test('a failure is one sentence', async () => {
  const absent = `footnote: The model hub ${hub.url} has no file model.onnx of the model Pyannote segmentation 3.0.\n`
  expect(await hub.models(['fetch', 'speaker-segmentation'])).toEqual({ status: 1, printed: absent })
  expect(await hub.models(['fetch', 'nothing'])).toEqual({
    status: 1,
    printed: 'footnote: There is no model named nothing.\n',
  })
  expect(await hub.models(['fetch', 'speaker-segmentation'], { MODEL_HUB_URL: 'off' })).toEqual({
    status: 1,
    printed: 'footnote: The model Pyannote segmentation 3.0 is not on this machine, and downloading is switched off.\n',
  })
  expect(await hub.models(['list'], { MODEL_HUB_URL: 'hub', MODELS_DIR: path.join(hub.data_dir, 'nowhere') })).toEqual({
    status: 1,
    printed:
      'footnote: These settings are not right:\nfootnote:   MODELS_DIR: must be a folder that is there\n' +
      'footnote:   MODEL_HUB_URL: must be off, or an address that starts with http:// or https://\n',
  })
  expect((await hub.models([])).status).toBe(2)
})

test('the command reaches the hub through the proxy that the environment names', async () => {
  const proxy = await startForwardProxy()
  try {
    const away = { MODEL_HUB_URL: hub.url.replace('127.0.0.1', 'hub.invalid'), HTTP_PROXY: proxy.url }
    expect((await hub.models(['fetch', 'small'], away)).printed).toContain(hub.folder)
    expect(proxy.connections()).toBeGreaterThan(0)
  } finally {
    await proxy.close()
  }
})
