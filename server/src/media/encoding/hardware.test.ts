import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { ChosenHardware } from './chosen-hardware.ts'
import { deviceOptions, encoderOptions, findHardware, type Hardware, handOverFilters } from './hardware.ts'

const nvenc: Hardware = { kind: 'nvenc', devices: ['/dev/nvidia0', '/dev/nvidiactl'] }
const vaapi: Hardware = { kind: 'vaapi', devices: ['/dev/dri/renderD128'] }
const qsv: Hardware = { kind: 'qsv', devices: ['/dev/dri/renderD129'] }

test('each kind opens its device, gets pictures as it reads them, and has a bound of its bits', () => {
  const words = (hardware: Hardware) => ({
    device: deviceOptions(hardware).join(' '),
    filters: handOverFilters(hardware).join(),
    encoder: encoderOptions(hardware, 8_000_000).join(' '),
  })
  expect(words(nvenc)).toEqual({
    device: '',
    filters: 'format=yuv420p',
    encoder: '-c:v h264_nvenc -preset p4 -rc vbr -cq 23 -b:v 0 -forced-idr 1 -bf 0 -profile:v high',
  })
  expect(words(vaapi)).toEqual({
    device: '-init_hw_device vaapi=renderer:/dev/dri/renderD128 -filter_hw_device renderer',
    filters: 'format=nv12,hwupload',
    encoder: '-c:v h264_vaapi -rc_mode VBR -b:v 6000000 -bf 0 -profile:v high',
  })
  expect(words(qsv)).toEqual({
    device:
      '-init_hw_device vaapi=renderer:/dev/dri/renderD129 -init_hw_device qsv=encoder@renderer -filter_hw_device encoder',
    filters: 'format=nv12',
    encoder: '-c:v h264_qsv -preset medium -b:v 6000000 -forced_idr 1 -bf 0 -profile:v high',
  })
})

test('the devices are those of the kind, and of cards only the first renderer', async () => {
  const dev = await temporaryFolder('dev')
  const found = async (kind: Hardware['kind']) =>
    (await findHardware(kind, dev))?.devices.map((file) => path.relative(dev, file))
  for (const kind of ['nvenc', 'vaapi', 'qsv'] as const) expect(await found(kind)).toBeUndefined()
  await mkdir(path.join(dev, 'dri'))
  for (const name of ['dri/card0', 'dri/renderD129', 'dri/renderD1000', 'nvidiactl', 'nvidia-modeset', 'null'])
    await writeFile(path.join(dev, name), '')
  expect(await found('vaapi')).toEqual(['dri/renderD129'])
  expect(await found('qsv')).toEqual(['dri/renderD129'])
  expect(await found('nvenc')).toBeUndefined()
  for (const name of ['nvidia0', 'nvidia1', 'nvidia-uvm']) await writeFile(path.join(dev, name), '')
  expect(await found('nvenc')).toEqual(['nvidia-uvm', 'nvidia0', 'nvidia1', 'nvidiactl'])
})

test('hardware that fails at three films in a row is given up, and one that failed in between is not', () => {
  const chosen = new ChosenHardware()
  const told = vi.fn()
  chosen.use(vaapi, told)
  for (const works of [false, false, true, false, false]) works ? chosen.worked() : chosen.failed('reset')
  expect(chosen.current).toBe(vaapi)
  chosen.failed('reset')
  expect(chosen.current).toBeNull()
  expect(told.mock.calls.map(([, given_up]) => given_up)).toEqual([false, false, false, false, true])
})
