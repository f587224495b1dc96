import { afterAll, expect, test } from 'vitest'
import { HEARD, said, startTranscripts } from '../../../../../test/transcript-calls.ts'

const { server, film, type, turn, read, history, found, expectKept } = await startTranscripts()
afterAll(() => server.close())

test('a film without words is typed line by line, and each line is undone alone', async () => {
  const { collection_id, video_id } = await film(null)
  const first = (await type(video_id, 0, [2, 4], 'We left the harbour.')).json
  const second = (await type(video_id, 1, [4, 6], 'The fog was bad.')).json
  await type(video_id, 2, [0.5, 1.5], 'Dawn.')
  expect(said(await read(video_id))).toBe('Dawn. We left the harbour. The fog was bad.')
  expect(await found(collection_id, '"fog"')).toEqual(['The fog was bad.'])
  expect((await history(video_id)).map(({ kind }: { kind: string }) => kind)).toEqual(['words', 'words', 'words'])
  expect(said(await turn(video_id, 'undo', first.edit_id))).toBe('Dawn. The fog was bad.')
  const corrected = (await type(video_id, 4, [4, 6], 'The smog was bad.')).json
  expect(said(corrected)).toBe('Dawn. The smog was bad.')
  expect(said(await turn(video_id, 'undo', second.edit_id))).toBe('Dawn. smog')
  await turn(video_id, 'undo', corrected.edit_id)
  expect(said(await turn(video_id, 'redo', first.edit_id))).toBe('Dawn. We left the harbour.')
  await expectKept()
})

test('a line far from what an engine heard is a line of its own, among the others', async () => {
  const { collection_id, video_id } = await film([...HEARD, { start: 60, text: 'good night', speaker: 1 }])
  const typed = (await type(video_id, 0, [30, 32], 'A bell rings.')).json
  expect(said(typed)).toBe('we left the turnip at dawn was the fog bad A bell rings. good night')
  expect(await found(collection_id, '"bell rings"')).toEqual(['A bell rings.'])
  expect(await found(collection_id, '"turnip at"')).toEqual(['we left the turnip at dawn'])
  const near = (await type(video_id, 1, [7.2, 7.6], 'indeed')).json
  expect(said(near)).toBe('we left the turnip at dawn was the fog bad indeed A bell rings. good night')
  expect(await found(collection_id, '"bad indeed"')).toEqual(['was the fog bad indeed'])
  expect(said(await turn(video_id, 'undo', typed.edit_id))).toBe(
    'we left the turnip at dawn was the fog bad indeed good night',
  )
  expect(said(await turn(video_id, 'undo', near.edit_id))).toBe('we left the turnip at dawn was the fog bad good night')
  await expectKept()
})
