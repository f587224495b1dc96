import type { FrameRate, FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { type Container, readContainer } from './container.ts'
import { MediaError } from './media-error.ts'
import { type Colour, colourOf, type StatedColour } from './normalised/colour.ts'
import { type Orientation, orientationOf } from './normalised/orientation.ts'
import { type FirstFrames, readFirstFrames } from './pictures/decoded-times.ts'
import { type Part, readFrameIndex } from './pictures/frame-index.ts'
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
  readonly colour: Colour
  readonly orientation: Orientation
  /** Whether some frames consist of two fields. */
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
  /** How long the picture lasts, in seconds, above 0; longer if the sound goes on for more than a second. */
  readonly duration: number
  /** Pixels as shown: after rotation, with square pixels. */
  readonly width: number
  readonly height: number
  readonly video: VideoStream
  /** Whether the file has no other picture track. */
  readonly one_picture: boolean
  /** The default sound track; null when there is no sound. */
  readonly audio: AudioStream | null
  /** All sound tracks, in the order of the file. */
  readonly tracks: readonly AudioTrack[]
  /** Frames a second as the file states them; null if it does not. */
  readonly stated_rate: FrameRate | null
  /** Numbers of the frames. A constant rate may have gaps, in which the frame before stays on the screen. */
  readonly timing: FrameTiming<Float64Array>
  /** When each frame that the decoder gives is shown, ascending, in seconds. */
  readonly frames: Float64Array
  /** The timecode that the file states. */
  readonly timecode: Timecode | null
  /** Whether the container has an index of its key frames; others are entered anywhere. */
  readonly indexed: boolean
  /** Presentation times of the key frames, ascending, in seconds. */
  readonly key_times: Float64Array
  /** The file has no duration or a wrong one, as incomplete files do; writing it again corrects that. */
  readonly wrong_length: boolean
  /**
   * Whether the clock of a stream jumps, as in joined recordings, or its pictures begin between two places of their
   * rate: it is written again with one clock.
   */
  readonly unsteady: boolean
  /** Stretches between two jumps of the clock, in the file's own seconds. */
  readonly parts: readonly Part[]
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
  color_range?: string
  color_space?: string
  color_primaries?: string
  color_transfer?: string
  channels?: number
  channel_layout?: string
  r_frame_rate?: string
  avg_frame_rate?: string
  time_base?: string
  disposition?: { attached_pic?: number; default?: number; timed_thumbnails?: number }
  tags?: { [name: string]: string | undefined }
  side_data_list?: { displaymatrix?: string; dv_profile?: number; dv_bl_signal_compatibility_id?: number }[]
}

interface Probed {
  streams?: ProbedStream[]
  format?: { start_time?: string; duration?: string; tags?: Record<string, string | undefined> }
}

const ENTRIES = [
  'format=start_time,duration',
  'stream=index,codec_type,codec_name,codec_tag_string,profile,pix_fmt,width,height,sample_aspect_ratio,field_order,color_range,color_space,color_primaries,color_transfer,channels,channel_layout,r_frame_rate,avg_frame_rate,time_base',
  'stream_disposition=attached_pic,default,timed_thumbnails',
  'stream_tags=timecode,language,title',
  'format_tags=timecode',
  'stream_side_data=displaymatrix,dv_profile,dv_bl_signal_compatibility_id',
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

function shownSize(stream: ProbedStream, { sideways }: Orientation): { width: number; height: number } {
  const aspect = ratio(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const width = Math.max(1, Math.round(((stream.width ?? 0) * aspect.num) / aspect.den))
  const height = stream.height ?? 0
  return sideways ? { width: height, height: width } : { width, height }
}

interface ChosenStreams {
  readonly video: ProbedStream
  /** Whether the file has no other picture track. */
  readonly one_picture: boolean
  /** Every sound that has a decoder, and the default one. */
  readonly sounds: readonly ProbedStream[]
  readonly audio: ProbedStream | null
}

/**
 * Chooses the streams to play. The largest picture is the film: cameras and programs put small previews beside it, even
 * first and as the default.
 */
function chooseStreams(streams: readonly ProbedStream[]): ChosenStreams {
  if (streams.length === 0) throw new MediaError('media_damaged', 'no stream')
  const pictures = streams.filter(
    ({ codec_type, disposition }) =>
      codec_type === 'video' && disposition?.attached_pic !== 1 && disposition?.timed_thumbnails !== 1,
  )
  const area = ({ width = 0, height = 0 }: ProbedStream) => width * height
  const by_default = ({ disposition }: ProbedStream) => disposition?.default ?? 0
  const [video] = pictures.toSorted((one, other) => area(other) - area(one) || by_default(other) - by_default(one))
  if (!video) throw new MediaError('media_no_picture')
  if (!video.codec_name || video.codec_name === 'unknown') throw new MediaError('media_unsupported')
  if (!video.width || !video.height) throw new MediaError('media_damaged', 'picture without size')
  if (Math.max(video.width, video.height) > MAX_SIDE) throw new MediaError('media_too_large')
  // The base layer is in a colour space that only the enhancement explains (Dolby Vision profiles, 'IPT').
  const vision = video.side_data_list?.find(({ dv_profile }) => dv_profile !== undefined)
  if (vision?.dv_bl_signal_compatibility_id === 0) throw new MediaError('media_dolby_vision')
  const sounds = streams.filter(
    (stream) => stream.codec_type === 'audio' && stream.codec_name && stream.codec_name !== 'unknown',
  )
  return {
    video,
    one_picture: pictures.length === 1,
    sounds,
    audio: sounds.find((stream) => stream.disposition?.default === 1) ?? sounds[0] ?? null,
  }
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

/**
 * Reads the facts of a file, or throws the reason why it is no usable video. Reads the whole file once, and decodes
 * its first pictures; all of them where packets are no frames.
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
export type PictureInfo = Pick<MediaInfo, 'width' | 'height' | 'video'>

/**
 * Reads the facts of the picture from the head of a file, which takes as long for a film of hours as for one of seconds.
 * @param input absolute path
 * @throws MediaError
 */
export async function probePicture(job: MediaJob, input: string): Promise<PictureInfo> {
  const { video } = chooseStreams((await probeHead(job, input)).streams ?? [])
  return pictureOf(video, await readFirstFrames(job, input, video.index))
}

async function probeHead(job: MediaJob, input: string): Promise<Probed> {
  const options = ['-of', 'json', '-show_entries', ENTRIES]
  const json = await readStdout(job, { program: 'ffprobe', input, options, wallSeconds: PROBE_SECONDS }, JSON_BYTES)
  if (json.length === 0) throw new MediaError('media_damaged', 'nothing is said of it')
  return JSON.parse(json.toString('utf8')) as Probed
}

/** Colours as the container states them. VP8 has one bit for them, and browsers believe the container. */
const ofContainer = (stream: ProbedStream): StatedColour => ({
  range: stream.color_range,
  matrix: stream.color_space,
  primaries: stream.color_primaries,
  transfer: stream.color_transfer,
})

/** ffprobe's names of interlaced pictures. */
const FIELD_ORDERS: readonly string[] = ['tt', 'bb', 'tb', 'bt']

function pictureOf(stream: ProbedStream, first: FirstFrames): PictureInfo {
  const { codec_name: codec = '', pix_fmt: pixel_format = '', height = 0 } = stream
  const matrix = stream.side_data_list?.find(({ displaymatrix }) => displaymatrix !== undefined)?.displaymatrix
  const orientation = orientationOf(matrix)
  return {
    ...shownSize(stream, orientation),
    video: {
      index: stream.index,
      codec,
      profile: stream.profile ?? '',
      pixel_format,
      colour: colourOf(codec === 'vp8' ? ofContainer(stream) : first.colour, { codec, pixel_format, height }),
      orientation,
      interlaced: first.interlaced || FIELD_ORDERS.includes(stream.field_order ?? ''),
    },
  }
}

/** Containers without an index, whose clock may jump (ffmpeg's AVFMT_TS_DISCONT, of those that the product reads). */
const JUMPING: readonly string[] = ['mpegts', 'mpeg']
/** Codecs with pictures in packets of their own that are never shown. */
const HIDING: readonly string[] = ['vp8']

async function read(job: MediaJob, input: string, container: Container): Promise<MediaInfo> {
  const probed = await probeHead(job, input)
  const { video, audio, sounds, one_picture } = chooseStreams(probed.streams ?? [])
  const first = await readFirstFrames(job, input, video.index)
  const picture = pictureOf(video, first)
  const stated = [ratio(video.r_frame_rate), ratio(video.avg_frame_rate)].filter((rate) => rate !== null)
  const index = await readFrameIndex(job, input, {
    video: video.index,
    audio: audio?.index ?? null,
    start: Number(probed.format?.start_time) || 0,
    stated,
    duration: Number(probed.format?.duration) || 0,
    first,
    hidden: picture.video.interlaced || HIDING.includes(picture.video.codec),
    may_jump: JUMPING.includes(container.family),
  })
  return {
    container,
    ...picture,
    one_picture,
    duration: index.duration,
    audio: audio && index.has_sound ? { index: audio.index, codec: audio.codec_name ?? '' } : null,
    tracks: sounds.map(trackOf),
    stated_rate: stated[0] ?? null,
    timing: index.timing,
    frames: index.frames,
    timecode: readTimecode(probed, video, index.timing.rate),
    indexed: !JUMPING.includes(container.family),
    key_times: index.key_times,
    wrong_length: index.wrong_length,
    unsteady: index.unsteady,
    parts: index.parts,
  }
}
