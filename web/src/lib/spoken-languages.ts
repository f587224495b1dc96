import { videos } from '@footnote/contract/nouns/library/videos.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './calls/client.ts'

/** Languages that this installation can transcribe, as BCP 47 tags. */
export const spokenLanguagesQuery = () =>
  queryOptions({
    queryKey: ['spoken-languages'],
    queryFn: async ({ signal }) => (await call(videos.languages, {}, signal)).languages,
  })

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A language's name in English. @param tag BCP 47 */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag
}
