import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { type Container, readContainer } from './container.ts'
import { MediaError } from './media-error.ts'
import { type Colour, colourOf, type StatedColour } from './normalised/colour.ts'
import { type Orientation, orientationOf } from './normalised/orientation.ts'
import { type FirstFrames, readFirstFrames } from './pictures/decoded-times.ts'
import { type FrameIndex, readFrameIndex } from './pictures/frame-index.ts'
import { despiteKills, type MediaJob } from './sandbox.ts'
import { chooseStreams, type ProbedFile, type ProbedStream, probeHead, ratio, statedOf } from './streams.ts'
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
export interface MediaInfo extends Omit<FrameIndex, 'has_sound'> {
  readonly container: Container
  /** Time of the film's 0, in the file's own seconds. Browsers show the file's own times. */
  readonly start: number
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
  /** The timecode that the file states. */
  readonly timecode: Timecode | null
  /** Whether the container has an index of its key frames; others are entered anywhere. */
  readonly indexed: boolean
}

function shownSize(stream: ProbedStream, { sideways }: Orientation): { width: number; height: number } {
  const aspect = ratio(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const width = Math.max(1, Math.round(((stream.width ?? 0) * aspect.num) / aspect.den))
  const height = stream.height ?? 0
  return sideways ? { width: height, height: width } : { width, height }
}

/** A track of a file; a layout such as '4 channels' is none. */
function trackOf(stream: ProbedStream): AudioTrack {
  const { index, codec_name, channels, channel_layout } = stream
  const layout = channel_layout && /^[\w.]+(?:\([\w-]+\))?$/.test(channel_layout) ? channel_layout : null
  return { index, codec: codec_name ?? '', channels: Math.max(1, channels ?? 1), layout, ...statedOf(stream) }
}

function readTimecode({ streams = [], format }: ProbedFile, video: ProbedStream, rate: FrameRate | null) {
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
  const start = Number(probed.format?.start_time) || 0
  const index = await readFrameIndex(job, input, {
    video: video.index,
    audio: audio?.index ?? null,
    start,
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
    start,
    duration: index.duration,
    audio: audio && index.has_sound ? { index: audio.index, codec: audio.codec_name ?? '' } : null,
    tracks: sounds.map(trackOf),
    stated_rate: stated[0] ?? null,
    timing: index.timing,
    frames: index.frames,
    timecode: readTimecode(probed, video, index.timing.rate),
    indexed: !JUMPING.includes(container.family),
    key_times: index.key_times,
    leading: index.leading,
    wrong_length: index.wrong_length,
    unsteady: index.unsteady,
    parts: index.parts,
  }
}
