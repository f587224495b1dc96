import type { FrameRate, FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { type Container, readContainer } from './container.ts'
import { MediaError } from './media-error.ts'
import { readFrameIndex } from './pictures/frame-index.ts'
import { despiteKills, type MediaJob, startProgram } from './sandbox.ts'
import { timecodeOf } from './timecode.ts'

/** The video stream. */
export interface VideoStream {
  /** Number of the stream in the file. */
  readonly index: number
  /** ffmpeg's name, for example 'h264'. */
  readonly codec: string
  readonly profile: string
  /** ffmpeg's name, for example 'yuv420p'. */
  readonly pixel_format: string
  /** Transfer characteristic, for example 'bt709', 'smpte2084' (HDR10) or 'arib-std-b67' (HLG). */
  readonly transfer: string
  readonly interlaced: boolean
}

/** The audio stream. */
export interface AudioStream {
  readonly index: number
  readonly codec: string
}

/** A sound track that ffmpeg may decode. */
export interface AudioTrack extends AudioStream {
  readonly channels: number
  /** ffmpeg's name of the layout of its channels, for example 'stereo'; null when the file states none. */
  readonly layout: string | null
  readonly title: string | null
  /** ISO 639, as the file states it. */
  readonly language: string | null
}

/** The facts of a video file. */
export interface MediaInfo {
  readonly container: Container
  /** Seconds, above 0. */
  readonly duration: number
  /** Pixels as shown: after rotation, with square pixels. */
  readonly width: number
  readonly height: number
  /** Clockwise rotation of the stored picture for display, in degrees: 0, 90, 180 or 270. */
  readonly rotation: number
  readonly video: VideoStream
  /** The default sound track; null when there is no sound. */
  readonly audio: AudioStream | null
  /** All sound tracks, in the order of the file. */
  readonly tracks: readonly AudioTrack[]
  readonly timing: FrameTiming<Float64Array>
  /** The timecode that the file states. */
  readonly timecode: Timecode | null
  /** Presentation times of the key frames, ascending, in seconds. */
  readonly key_times: Float64Array
  /** The file has no duration or a wrong one, as incomplete files do; writing it again corrects that. */
  readonly wrong_length: boolean
}

interface ProbedStream {
  index: number
  codec_type?: string
  codec_name?: string
  codec_tag_string?: string
  profile?: string
  pix_fmt?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  field_order?: string
  color_transfer?: string
  channels?: number
  channel_layout?: string
  r_frame_rate?: string
  avg_frame_rate?: string
  time_base?: string
  disposition?: { attached_pic?: number; default?: number }
  tags?: { rotate?: string; [name: string]: string | undefined }
  side_data_list?: { rotation?: number }[]
}

interface Probed {
  streams?: ProbedStream[]
  format?: { start_time?: string; duration?: string; tags?: Record<string, string | undefined> }
}

const ENTRIES = [
  'format=start_time,duration',
  'stream=index,codec_type,codec_name,codec_tag_string,profile,pix_fmt,width,height,sample_aspect_ratio,field_order,color_transfer,channels,channel_layout,r_frame_rate,avg_frame_rate,time_base',
  'stream_disposition=attached_pic,default',
  'stream_tags=rotate,timecode,language,title',
  'format_tags=timecode',
  'stream_side_data=rotation',
].join(':')

const PROBE_SECONDS = 25
const JSON_BYTES = 1_000_000
const MAX_SIDE = 8192
/** Longer titles of tracks are cut. */
const TITLE_CHARACTERS = 80

async function readStdout(job: MediaJob, command: Parameters<typeof startProgram>[1], limit: number): Promise<Buffer> {
  const running = await startProgram(job, command)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of running.stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limit) {
      running.stop()
      throw new MediaError('media_damaged', 'more output than expected')
    }
    chunks.push(chunk)
  }
  await running.finished
  return Buffer.concat(chunks)
}

/** Two integers of a ratio such as '30000/1001' or '4:3'; null when one is missing or 0. */
function ratio(text: string | undefined): FrameRate | null {
  const [num = 0, den = 0] = (text ?? '').split(/[/:]/).map(Number)
  return num > 0 && den > 0 ? { num, den } : null
}

function rotationOf(stream: ProbedStream): number {
  const matrix = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation
  const clockwise = matrix !== undefined ? -matrix : Number(stream.tags?.rotate ?? 0)
  return (((Math.round(clockwise / 90) * 90) % 360) + 360) % 360
}

function shownSize(stream: ProbedStream, rotation: number): { width: number; height: number } {
  const aspect = ratio(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const width = Math.max(1, Math.round(((stream.width ?? 0) * aspect.num) / aspect.den))
  const height = stream.height ?? 0
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

interface ChosenStreams {
  readonly video: ProbedStream
  /** Every sound that has a decoder, and the default one. */
  readonly sounds: readonly ProbedStream[]
  readonly audio: ProbedStream | null
}

function chooseStreams(streams: readonly ProbedStream[]): ChosenStreams {
  if (streams.length === 0) throw new MediaError('media_damaged', 'no stream')
  const pictures = streams.filter((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  const video = pictures[0]
  if (!video) throw new MediaError('media_no_picture')
  if (!video.codec_name || video.codec_name === 'unknown') throw new MediaError('media_unsupported')
  if (!video.width || !video.height) throw new MediaError('media_damaged', 'picture without size')
  if (Math.max(video.width, video.height) > MAX_SIDE) throw new MediaError('media_too_large')
  const sounds = streams.filter(
    (stream) => stream.codec_type === 'audio' && stream.codec_name && stream.codec_name !== 'unknown',
  )
  return { video, sounds, audio: sounds.find((stream) => stream.disposition?.default === 1) ?? sounds[0] ?? null }
}

/** A track of a file; a layout such as '4 channels' is none. */
function trackOf({ index, codec_name, channels, channel_layout, tags }: ProbedStream): AudioTrack {
  const layout = channel_layout && /^[\w.]+(?:\([\w-]+\))?$/.test(channel_layout) ? channel_layout : null
  const language = tags?.language && !['und', 'mis', 'zxx'].includes(tags.language) ? tags.language : null
  const title = tags?.title?.trim().slice(0, TITLE_CHARACTERS) || null
  return { index, codec: codec_name ?? '', channels: Math.max(1, channels ?? 1), layout, title, language }
}

function readTimecode({ streams = [], format }: Probed, video: ProbedStream, rate: FrameRate | null) {
  const track = streams.find(({ codec_tag_string }) => codec_tag_string === 'tmcd')
  const tags = [video.tags, format?.tags, track?.tags]
  return timecodeOf({ tags, track_rate: ratio(track?.avg_frame_rate) }, rate)
}

/** Decodes one picture: a file with an intact index may still contain nothing that decodes. */
async function decodeOnePicture(job: MediaJob, input: string, index: number): Promise<void> {
  const options = [
    '-map',
    `0:${index}`,
    '-frames:v',
    '1',
    '-vf',
    'scale=16:16',
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    'pipe:1',
  ]
  const picture = await readStdout(job, { program: 'ffmpeg', input, options, wallSeconds: PROBE_SECONDS }, JSON_BYTES)
  if (picture.length === 0) throw new MediaError('media_damaged', 'no picture decodes')
}

/**
 * Reads the facts of a file, or throws the reason why it is no usable video. Reads the whole file once, and decodes one
 * picture.
 * @param input absolute path
 * @throws MediaError whose `caused_by_file` says whether the file is at fault
 */
export async function probe(job: MediaJob, input: string): Promise<MediaInfo> {
  const container = await readContainer(input)
  try {
    return await despiteKills(job, () => read(job, input, container))
  } catch (error) {
    // Reading can only fail because of the file's content, whatever the program's message.
    if (error instanceof MediaError && error.code === 'media_failed')
      throw new MediaError('media_damaged', error.detail)
    throw error
  }
}

/** The facts of the picture alone. */
export type PictureInfo = Pick<MediaInfo, 'width' | 'height' | 'rotation' | 'video'>

/**
 * Reads the facts of the picture from the head of a file, which takes as long for a film of hours as for one of seconds.
 * @param input absolute path
 * @throws MediaError
 */
export async function probePicture(job: MediaJob, input: string): Promise<PictureInfo> {
  const { video } = chooseStreams((await probeHead(job, input)).streams ?? [])
  return pictureOf(video)
}

async function probeHead(job: MediaJob, input: string): Promise<Probed> {
  const options = ['-of', 'json', '-show_entries', ENTRIES]
  const json = await readStdout(job, { program: 'ffprobe', input, options, wallSeconds: PROBE_SECONDS }, JSON_BYTES)
  if (json.length === 0) throw new MediaError('media_damaged', 'nothing is said of it')
  return JSON.parse(json.toString('utf8')) as Probed
}

function pictureOf(stream: ProbedStream): PictureInfo {
  const rotation = rotationOf(stream)
  return {
    ...shownSize(stream, rotation),
    rotation,
    video: {
      index: stream.index,
      codec: stream.codec_name ?? '',
      profile: stream.profile ?? '',
      pixel_format: stream.pix_fmt ?? '',
      transfer: stream.color_transfer ?? '',
      interlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    },
  }
}

async function read(job: MediaJob, input: string, container: Container): Promise<MediaInfo> {
  const probed = await probeHead(job, input)
  const { video, audio, sounds } = chooseStreams(probed.streams ?? [])
  await decodeOnePicture(job, input, video.index)
  const index = await readFrameIndex(job, input, {
    video: video.index,
    audio: audio?.index ?? null,
    start: Number(probed.format?.start_time) || 0,
    stated: [ratio(video.r_frame_rate), ratio(video.avg_frame_rate)].filter((rate) => rate !== null),
    duration: Number(probed.format?.duration) || 0,
  })
  return {
    container,
    duration: index.duration,
    ...pictureOf(video),
    audio: audio && index.has_sound ? { index: audio.index, codec: audio.codec_name ?? '' } : null,
    tracks: sounds.map(trackOf),
    timing: index.timing,
    timecode: readTimecode(probed, video, index.timing.rate),
    key_times: index.key_times,
    wrong_length: index.wrong_length,
  }
}
