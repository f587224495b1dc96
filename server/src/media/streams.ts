import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { MediaError } from './media-error.ts'
import { type MediaJob, startProgram } from './sandbox.ts'

/** A stream as ffprobe describes it. */
export interface ProbedStream {
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
  disposition?: { attached_pic?: number; default?: number; forced?: number; timed_thumbnails?: number }
  tags?: { [name: string]: string | undefined }
  side_data_list?: { displaymatrix?: string; dv_profile?: number; dv_bl_signal_compatibility_id?: number }[]
}

/** The head of a file as ffprobe describes it. */
export interface ProbedFile {
  streams?: ProbedStream[]
  format?: { start_time?: string; duration?: string; tags?: Record<string, string | undefined> }
}

const ENTRIES = [
  'format=start_time,duration',
  'stream=index,codec_type,codec_name,codec_tag_string,profile,pix_fmt,width,height,sample_aspect_ratio,field_order,color_range,color_space,color_primaries,color_transfer,channels,channel_layout,r_frame_rate,avg_frame_rate,time_base',
  'stream_disposition=attached_pic,default,forced,timed_thumbnails',
  'stream_tags=timecode,language,title',
  'format_tags=timecode',
  'stream_side_data=displaymatrix,dv_profile,dv_bl_signal_compatibility_id',
].join(':')

const PROBE_SECONDS = 25
const JSON_BYTES = 1_000_000
const MAX_SIDE = 8192

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
export function ratio(text: string | undefined): FrameRate | null {
  const [num = 0, den = 0] = (text ?? '').split(/[/:]/).map(Number)
  return num > 0 && den > 0 ? { num, den } : null
}

/** Reads what the head of a file says of its streams. @throws MediaError */
export async function probeHead(job: MediaJob, input: string): Promise<ProbedFile> {
  const options = ['-of', 'json', '-show_entries', ENTRIES]
  const json = await readStdout(job, { program: 'ffprobe', input, options, wallSeconds: PROBE_SECONDS }, JSON_BYTES)
  if (json.length === 0) throw new MediaError('media_damaged', 'nothing is said of it')
  return JSON.parse(json.toString('utf8')) as ProbedFile
}

/** Longer titles of tracks are cut. */
const TITLE_CHARACTERS = 80
/** ISO 639-2 codes that name no language. */
const NO_LANGUAGE: readonly string[] = ['und', 'mis', 'zxx']

/** What a file states of a track: its language (ISO 639 or BCP 47) and title; null for what it does not state. */
export function statedOf({ tags }: ProbedStream): { language: string | null; title: string | null } {
  const language = tags?.language && !NO_LANGUAGE.includes(tags.language) ? tags.language : null
  return { language, title: tags?.title?.trim().slice(0, TITLE_CHARACTERS) || null }
}

/** The streams of a film. */
export interface ChosenStreams {
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
 * @throws MediaError when there is no picture that can be read
 */
export function chooseStreams(streams: readonly ProbedStream[]): ChosenStreams {
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
