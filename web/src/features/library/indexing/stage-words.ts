import type {
  ChosenEngine,
  DueStage,
  EngineExamination,
  EngineKind,
  Indexing,
  ModelState,
} from '@footnote/contract/nouns/library/indexing.ts'
import { formatRemaining, progressPercent } from '@footnote/contract/shared/timecode.ts'

/** Names of the kinds of engines, as the screen shows them. */
export const KIND_WORDS: Readonly<Record<EngineKind, string>> = {
  visual: 'Visual',
  speech: 'Conversation',
  ocr: 'Text in video',
  text: 'Meaning of texts',
}

/** Names of the stages, as the screen shows them. */
export const STAGE_WORDS: Readonly<Record<DueStage, string>> = {
  speech: 'Conversation',
  samples: 'Frames',
  visual: 'Visual',
  ocr: 'Text in video',
  speech_embedding: 'Meaning of Conversation',
  ocr_embedding: 'Meaning of Text in video',
}

const videos = (count: number, kind = 'video'): string =>
  count === 1 ? `1 ${kind}` : `${count.toLocaleString('en-US')} ${kind}s`

/** One sentence about the current state. */
export function stateWords({ engines, videos_left, running, paused, failures, new_videos }: Indexing): string {
  if (engines.length === 0) return 'No machine indexes at this moment.'
  const new_count = new_videos.waiting + new_videos.running.length
  if (videos_left === 0) {
    const coming = new_count > 0 ? `${videos(new_count, 'new video')} in line. ` : ''
    const which = coming || failures.length > 0 ? 'All other videos are' : 'Every video is'
    return `${coming}${which} indexed by the engines below.${paused ? ' Indexing again is paused.' : ''}`
  }
  const verb = videos_left === 1 ? 'waits' : 'wait'
  if (paused) return `Paused: ${videos(videos_left)} ${verb} to be indexed again.`
  if (new_count > 0) return `${videos(videos_left)} ${verb} to be indexed again. New videos go first.`
  if (running.length > 0) return `${videos(videos_left)} left to be indexed again.`
  return `${videos(videos_left)} ${verb} to be indexed again.`
}

/** The remaining time as far as it is known; null when there is nothing to do. */
export function timeWords({ videos_left, seconds_left, not_measured }: Indexing): string | null {
  if (videos_left === 0) return null
  const kinds = not_measured.map((kind) => KIND_WORDS[kind].toLowerCase()).join(' and ')
  if (seconds_left === null) return 'The first video shows how long the rest takes.'
  const time = `About ${formatRemaining(seconds_left)} of work`
  return kinds ? `${time}, and more for ${kinds}, which nobody has measured yet.` : `${time}.`
}

/** Share of the stages that are finished with the wanted engines, 0 to 1. */
export function doneShare({ progress }: Pick<Indexing, 'progress'>): number {
  const to_do = progress.reduce((sum, stage) => sum + stage.to_do, 0)
  const standing = progress.flatMap(({ engines }) => engines).reduce((sum, engine) => sum + engine.videos, 0)
  return standing + to_do === 0 ? 1 : Math.max(0, standing - to_do) / Math.max(1, standing)
}

/** Speed of an engine in words. */
export function paceWords({ id, pace }: Pick<ChosenEngine, 'id' | 'pace'>): string {
  if (id === null) return '–'
  return pace === null ? 'Not measured yet' : `${pace.toFixed(pace < 0.1 ? 3 : 2)} s per second of video`
}

/** Examinations to show beside an engine: its own, and beside the first of a kind also those of engines that may not be used. */
export function examinationsOf(
  engine: ChosenEngine,
  engines: readonly ChosenEngine[],
  examinations: readonly EngineExamination[],
): EngineExamination[] {
  const is_first = engines.find(({ kind }) => kind === engine.kind) === engine
  const isUnused = ({ engine: id, state }: EngineExamination) =>
    state !== 'passed' && engines.every((other) => other.id !== id)
  return examinations.filter(
    (each) => each.kind === engine.kind && (each.engine === engine.id || (is_first && isUnused(each))),
  )
}

/** State of a model in words. */
export function modelStateWords({ state, share }: Pick<ModelState, 'state' | 'share'>): string {
  if (state === 'downloading') return `Downloading ${Math.floor(progressPercent(share))}%`
  return { missing: 'Not here', unasked: 'Not here', ready: 'Ready', failed: 'Failed' }[state]
}

/** Bytes of the models that wait until an admin asks for them. */
export const bytesUnasked = (models: readonly ModelState[]): number =>
  models.filter(({ state }) => state === 'unasked').reduce((sum, { bytes }) => sum + bytes, 0)
