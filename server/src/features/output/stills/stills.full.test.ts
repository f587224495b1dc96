import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ffmpeg, numberIn } from '../../../../test/made-media.ts'
import { daysAgo } from '../../../../test/product.ts'
import { FRAME, startStills } from '../../../../test/stills.ts'
import { context } from '../../../../test/worker-services.ts'
import { storageUsed } from '../../identity/plans/quota/queries.ts'
import { deleteVideo } from '../../library/videos/delete-video.job.ts'
import { removeOldExports } from '../../personal/account-data/export-data.job.ts'

const { server, owner, folder, cut, notifications, reel, filmOf, stillsOf, checkFrames, wide } = await startStills()
// 4:3 with pixels that are wider than high, shown as 16:9.
const anamorphic = await reel('anamorphic.mp4', '240x180', '-vf', 'setsar=4/3')
const turned = path.join(folder, 'turned.mp4')
const onItsSide = await reel('side.mp4', '180x320', '-vf', 'transpose=2')
await ffmpeg('-i', onItsSide, '-c', 'copy', '-metadata:s:v:0', 'rotate=270', turned)
const uneven = await reel('uneven.mp4', '320x180', '-vf', "select='not(between(n,10,19))'", '-vsync', 'vfr')

describe('a still', () => {
  test.each([
    ['pixels that are not square', anamorphic, [320, 180]],
    ['a turned picture', turned, [180, 320]],
  ] as const)('is the frame of its comment, upright and with square pixels, for %s', async (_which, file, size) => {
    await checkFrames(file, size)
  })

  test('is the frame on the screen where frames have no rate, and at the very end', async () => {
    const film = await filmOf(uneven)
    for (const start_time of [9.5 * FRAME, 15 * FRAME, 20.5 * FRAME, 2])
      await server.aComment(owner, film, { start_time })
    const stills = await stillsOf(film)
    expect(await Promise.all([...stills.values()].map(numberIn))).toEqual([9, 9, 20, 59])
    expect([...stills.keys()].map((name) => name.split(' ')[1])).toEqual([
      ...['00-00-00-300', '00-00-00-300', '00-00-00-667', '00-00-01-969'],
    ])
  })
})

describe('asking for stills', () => {
  test('leaves nothing behind when its worker stops halfway, and the next one makes one ZIP', async () => {
    const film = await filmOf(wide)
    for (let frame = 0; frame < 8; frame += 1) await server.aComment(owner, film, { start_time: frame * FRAME })
    const person = await server.person(owner)
    const request = { request_id: randomUUID(), user_id: person.id, video_id: film, comment_ids: null, drawings: true }
    const stopping = new AbortController()
    const stopped = cut(request, { ...context, last_attempt: false, signal: stopping.signal })
    const end = expect(stopped).rejects.toThrow('The worker stops.')
    // The first of the eight frames is being cut.
    const work = () => readdir(path.join(folder, 'work'))
    await expect.poll(work, { interval: 5 }).not.toEqual([])
    stopping.abort(new Error('The worker stops.'))
    await end
    expect(await notifications(person)).toEqual([])
    expect(await readdir(path.join(server.files, 'videos', film))).toEqual(['original.mp4'])
    expect(await readdir(path.join(folder, 'work'))).toEqual([])
    await Promise.all([cut(request), cut(request)])
    expect(await notifications(person)).toHaveLength(1)
    expect(await readdir(path.join(server.files, 'videos', film, 'stills'))).toEqual([`${request.request_id}.zip`])
  })

  test('counts the ZIP towards the storage until it expires or its video is deleted', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film)
    const person = await server.person(owner)
    const before = await storageUsed(server.db, owner.company_id)
    await stillsOf(film, person)
    expect(await storageUsed(server.db, owner.company_id)).toBeGreaterThan(before)
    await server.db
      .updateTable('notifications')
      .set({ created_at: daysAgo(8) })
      .where('user_id', '=', person.id)
      .execute()
    await removeOldExports(server.db, server.storage)
    expect((await notifications(person))[0].download_file).toBeNull()
    expect(await storageUsed(server.db, owner.company_id)).toBe(before)
    await stillsOf(film, await server.person(owner))
    await server.post('/api/delete_video', { id: film }, owner)
    await deleteVideo(server)({ video_id: film }, context)
    expect(await readdir(path.join(server.files, 'videos'))).not.toContain(film)
  })
})
