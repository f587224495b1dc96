import type { MediaInfo } from './probe.ts'
import { type SoundPlan, unchangedTrack } from './sound/plan.ts'

/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The work that makes a file play in every current browser. */
export type RenditionPlan =
  /** The file plays unchanged. */
  | { readonly kind: 'original' }
  /** Keeps the encoded pictures, and writes container and, if `encode_audio`, sound again. Takes seconds. */
  | { readonly kind: 'copy'; readonly container: 'mp4' | 'webm'; readonly encode_audio: boolean }
  /** Encodes pictures and sound again. Takes minutes. */
  | { readonly kind: 'transcode' }

/** Pixel formats that browsers decode, by video codec. */
const PIXEL_FORMATS: Readonly<Record<string, readonly string[]>> = {
  h264: ['yuv420p', 'yuvj420p'],
  vp8: ['yuv420p', 'yuva420p'],
  vp9: ['yuv420p', 'yuva420p'],
  av1: ['yuv420p', 'yuv420p10le'],
}
const MP4_SOUND = ['aac', 'mp3']
const WEBM_SOUND = ['opus', 'vorbis']
/** Times of one frame in two containers differ by less than this, in seconds: some round to a millisecond. */
export const SAME_TIME = 0.003
/** Containers with presentation times for each packet, so that packets can move to another container. */
const TIMED_FAMILIES = ['mp4', 'matroska', 'mpegts', 'flv']

/**
 * Decides how a file can play in browsers: unchanged if possible, copied if that is enough, else encoded.
 * @param sound what is heard
 */
export function planRendition(info: MediaInfo, sound: SoundPlan): RenditionPlan {
  const { container, video } = info
  const codec = unchangedTrack(sound)?.codec ?? null
  const shown = PIXEL_FORMATS[video.codec]?.includes(video.pixel_format) === true && video.colour.shown_alike
  if (!shown || video.interlaced || !TIMED_FAMILIES.includes(container.family)) return { kind: 'transcode' }
  const webm = container.family === 'matroska' && video.codec !== 'h264' && !(codec && MP4_SOUND.includes(codec))
  const copied = codec !== null && (webm ? WEBM_SOUND : MP4_SOUND).includes(codec)
  const encodeAudio = sound.heard.length > 0 && !copied
  const inPlace = webm ? container.brand === 'webm' : container.family === 'mp4' && container.brand !== 'qt  '
  const alone = info.one_picture && playsFirst(info, sound)
  // Sound in Opus begins before 0, and recordings of a stream long after it.
  const on_time = Math.abs(info.start) < SAME_TIME && !info.wrong_length
  if (inPlace && !encodeAudio && alone && container.fast_start && on_time) return { kind: 'original' }
  return { kind: 'copy', container: webm ? 'webm' : 'mp4', encode_audio: encodeAudio }
}

/** Browsers play the first sound track of a file. */
const playsFirst = ({ tracks }: MediaInfo, { heard }: SoundPlan): boolean =>
  heard.length === 0 || heard[0]?.stream === tracks[0]?.index

/**
 * The largest even size of the same shape within a long and a short side (pixels), never larger than the picture
 * itself.
 */
export function fitInside(picture: PictureSize, long: number, short: number): PictureSize {
  const { width, height } = picture
  const share = Math.min(1, long / Math.max(width, height), short / Math.min(width, height))
  const even = (side: number) => Math.max(2, 2 * Math.round((side * share) / 2))
  return { width: even(width), height: even(height) }
}
