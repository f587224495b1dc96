import { health } from '@footnote/contract/calls/health.ts'
import { type Indexing, indexing, models as modelCalls } from '@footnote/contract/nouns/library/indexing.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** Milliseconds between two reads: while indexing runs, and while it is idle. */
const OFTEN = 2_000
const SELDOM = 30_000

function isUnderWay({ running, videos_left, new_videos, models, examinations }: Indexing): boolean {
  if (running.length > 0 || videos_left > 0 || new_videos.waiting + new_videos.running.length > 0) return true
  return models.some(({ state }) => state === 'downloading') || examinations.some(({ state }) => state === 'running')
}

/** Engines, models and the progress of indexing; only admins may read it. */
export const indexingQuery = () =>
  queryOptions({
    queryKey: ['indexing'],
    queryFn: ({ signal }) => call(indexing.overview, {}, signal),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? SELDOM : OFTEN),
  })

/** State of the database, storage and decoders of the machine that answers. */
export const healthQuery = () =>
  queryOptions({ queryKey: ['health'], queryFn: ({ signal }) => call(health.check, {}, signal), staleTime: SELDOM })

/** An admin's action; the page then reloads and shows its result. @param failed sentence */
function useAct<Input>(act: (input: Input) => Promise<unknown>, failed: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: indexingQuery().queryKey }),
    onError: (error) => toast.error(errorDetail(error, failed)),
  })
}

/** Pauses indexing the company's videos again. */
export const usePause = () => useAct(() => call(indexing.pause, {}), 'Indexing again could not be paused.')
/** Resumes it. */
export const useResume = () => useAct(() => call(indexing.resume, {}), 'Indexing again could not be resumed.')
/** Retries the stages that failed too often; takes the id of the video. */
export const useRetry = () =>
  useAct((video_id: string) => call(indexing.retry, { body: { video_id } }), 'The video could not be tried again.')

/** Downloads the models that nobody has asked for yet. */
export const useDownload = () => useAct(() => call(modelCalls.download, {}), 'The models could not be downloaded.')

/** Uses an engine although its examination refused it, or no longer; the caller shows a failure. */
export function useAllow() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { engine: string; allowed: boolean }) => call(modelCalls.allow, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: indexingQuery().queryKey }),
  })
}
