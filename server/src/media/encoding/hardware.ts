import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Kinds of hardware encoders, in the order in which they are tried. */
export const HARDWARE_KINDS = ['nvenc', 'vaapi', 'qsv'] as const
export type HardwareKind = (typeof HARDWARE_KINDS)[number]

/** A hardware encoder of this machine. */
export interface Hardware {
  readonly kind: HardwareKind
  /** Its device files, as absolute paths: the only ones that ffmpeg may open. */
  readonly devices: readonly string[]
}

/** A name of NVIDIA's device files: of a card, of the driver, and of the memory that both share. */
const NVIDIA = /^nvidia(\d+|ctl|-uvm|-uvm-tools)$/
const RENDERER = /^renderD(\d+)$/

/**
 * Looks for the device files of a kind: all of NVIDIA's, or the first renderer.
 * @param folder the system's device files; another one for tests
 * @returns null if this machine has none
 */
export async function findHardware(kind: HardwareKind, folder = '/dev'): Promise<Hardware | null> {
  if (kind === 'nvenc') {
    const names = (await namesIn(folder)).filter((name) => NVIDIA.test(name)).sort()
    const complete = names.includes('nvidiactl') && names.some((name) => /\d$/.test(name))
    return complete ? { kind, devices: names.map((name) => path.join(folder, name)) } : null
  }
  const numbers = (await namesIn(path.join(folder, 'dri'))).flatMap((name) => RENDERER.exec(name)?.[1] ?? [])
  const [first] = numbers.sort((one, other) => Number(one) - Number(other))
  return first === undefined ? null : { kind, devices: [path.join(folder, 'dri', `renderD${first}`)] }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Options before the inputs that open the device. NVENC opens its own. */
export function deviceOptions({ kind, devices: [device = ''] }: Hardware): string[] {
  if (kind === 'nvenc') return []
  const renderer = ['-init_hw_device', `vaapi=renderer:${device}`]
  if (kind === 'vaapi') return [...renderer, '-filter_hw_device', 'renderer']
  return [...renderer, '-init_hw_device', 'qsv=encoder@renderer', '-filter_hw_device', 'encoder']
}

/** Filters that hand decoded pictures over, after all others. They change no pixel. */
export const handOverFilters = ({ kind }: Hardware): string[] =>
  ({ nvenc: ['format=yuv420p'], vaapi: ['format=nv12', 'hwupload'], qsv: ['format=nv12'] })[kind]

/** Share of the highest rate that encoders without a constant quality aim at: the rest is for busy moments. */
const USUAL_SHARE = 0.75
/** NVENC's constant quality, 0 (best) to 51; about that of x264's CRF of 23. */
const QUALITY = '23'

/** The encoder. @param most_rate highest bits per second */
export function encoderOptions({ kind }: Hardware, most_rate: number): string[] {
  const usual = String(Math.round(USUAL_SHARE * most_rate))
  // Without frames that refer to later ones, all drivers give the same order.
  const order = ['-bf', '0', '-profile:v', 'high']
  if (kind === 'vaapi') return ['-c:v', 'h264_vaapi', '-rc_mode', 'VBR', '-b:v', usual, ...order]
  // Otherwise a forced key frame is no place to seek to.
  if (kind === 'qsv') return ['-c:v', 'h264_qsv', '-preset', 'medium', '-b:v', usual, '-forced_idr', '1', ...order]
  const constant = ['-rc', 'vbr', '-cq', QUALITY, '-b:v', '0']
  return ['-c:v', 'h264_nvenc', '-preset', 'p4', ...constant, '-forced-idr', '1', ...order]
}
