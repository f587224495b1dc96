import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SearchScope } from '../question/search-scope.ts'
import { linesOf, questionOf } from './questions.ts'
import { Questions } from './questions-list.tsx'

/** Number of questions, each from another video. */
const OFFERED = 3

/** Questions from the subtitles of a collection's newest videos; a video whose subtitles fail to load gives none. */
const questionsQuery = (collectionId: string, videos: readonly Video[]) =>
  queryOptions({
    queryKey: ['questions', collectionId, ...videos.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const read = async ({ subtitle_url }: Video) => {
        const answer = await fetch(subtitle_url ?? '', { signal })
        return answer.ok ? questionOf(linesOf(await answer.text())) : null
      }
      const settled = await Promise.allSettled(videos.map(read))
      return settled.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Questions that this collection can answer: words that people say in its videos. Nothing without known speech. */
export function OwnQuestions({ scope: { id, videos } }: { scope: SearchScope }) {
  const spoken = videos.filter(({ subtitle_url }) => subtitle_url !== null).slice(0, OFFERED)
  const { data } = useQuery({ ...questionsQuery(id, spoken), enabled: spoken.length > 0 })
  return data && data.length > 0 ? <Questions collectionId={id} questions={data} /> : null
}
