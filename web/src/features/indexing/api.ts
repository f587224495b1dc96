import { health } from '@footnote/contract/calls/health.ts'
import { type Indexing, indexing, models as modelCalls } from '@footnote/contract/nouns/indexing.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { call } from '../../lib/calls/client.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** Between two looks while something is under way, and while nothing is, in milliseconds. */
const OFTEN = 2_000
const SELDOM = 30_000

function isUnderWay({ running, videos_left, new_videos, models }: Indexing): boolean {
  if (running.length > 0 || videos_left > 0 || new_videos.waiting + new_videos.running.length > 0) return true
  return models.some(({ state }) => state === 'downloading')
}

/** Engines, models and how far the videos are; only admins may ask. */
export const indexingQuery = () =>
  queryOptions({
    queryKey: ['indexing'],
    queryFn: ({ signal }) => call(indexing.overview, {}, signal),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? SELDOM : OFTEN),
  })

/** How the parts are that the machine works with that answers. */
export const healthQuery = () =>
  queryOptions({ queryKey: ['health'], queryFn: ({ signal }) => call(health.check, {}, signal), staleTime: SELDOM })

/** What an admin does; the page shows at once what came of it. @param failed sentence */
function useAct<Input>(act: (input: Input) => Promise<unknown>, failed: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: indexingQuery().queryKey }),
    onError: (error) => toast.error(errorDetail(error, failed)),
  })
}

/** Has the company's videos not indexed again for now. */
export const usePause = () => useAct(() => call(indexing.pause, {}), 'Indexing again could not be paused.')
/** Goes on with indexing them again. */
export const useResume = () => useAct(() => call(indexing.resume, {}), 'Indexing again could not go on.')
/** Tries again what failed too often; called with the video's id. */
export const useRetry = () =>
  useAct((video_id: string) => call(indexing.retry, { body: { video_id } }), 'The video could not be tried again.')

/** Has the models downloaded that nobody has asked for yet. */
export const useDownload = () => useAct(() => call(modelCalls.download, {}), 'The models could not be downloaded.')
