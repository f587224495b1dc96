import { copyVideos } from '../seed/rows/copied-videos.ts'
import { createReviewCollection } from './calls.ts'
import { inDatabase } from './database.ts'
import { atRest, type ScreenState } from './screen-state.ts'
import { answered } from './search-screens.ts'
import type { SeededProduct } from './seeded.ts'
import { discuss, type SeededDiscussion } from './seeded-review.ts'

interface ReviewCase extends SeededDiscussion {
  /** Name of its picture. */
  readonly name: string
  readonly collection: string
  readonly film: string
  readonly file_name: string
  /** Position of the player, in seconds. */
  readonly time: number
}

const REVIEWED: readonly ReviewCase[] = [
  {
    name: 'case-university-statistics',
    collection: 'Presentations, spring term',
    film: 'How a lens works.mp4',
    file_name: 'Presentation 14.mp4',
    time: 15,
    comments: [
      { by: 'owner', hours: 30, content: 'Good start: you name the object before you use it.', start_time: 1.4 },
      {
        by: 'colleague',
        hours: 28,
        content: 'Say why they come together. Rubric 3: explain, then show.',
        start_time: 8,
        end_time: 10.5,
      },
      { by: 'owner', hours: 6, content: 'Right, and the picture proves it. Full marks here.', start_time: 14.2 },
      { by: 'colleague', hours: 4, content: 'One sentence more on how the colours part.', start_time: 20.1 },
    ],
    replies: [{ by: 'owner', hours: 26, content: 'Agreed, two points of three.' }],
  },
  {
    name: 'case-teaching-kitchen',
    collection: 'Practical exams',
    film: 'Kitchen notes: a lemon tart.mp4',
    file_name: 'Exam 7, lemon tart.mp4',
    time: 22,
    comments: [
      { by: 'colleague', hours: 20, content: 'The fruit is laid out before the work begins.', start_time: 8.2 },
      {
        by: 'owner',
        hours: 19,
        content: 'Reads the whole recipe first. Technique: 2 of 2.',
        start_time: 14.1,
        end_time: 17.2,
      },
      { by: 'colleague', hours: 3, content: 'The time is named, the heat is not. Minus one.', start_time: 21.4 },
      { by: 'owner', hours: 2, content: 'Cools before serving: correct.', start_time: 26.3 },
    ],
    replies: [{ by: 'colleague', hours: 18, content: 'I saw the same. Agreed.' }],
  },
]
/** Queries for the sample films, by the name of the picture. */
const SEARCHED: Readonly<Record<string, string>> = {
  'case-documentary-desk': 'boat',
  'case-lecture-archive': 'rays of light',
}

/** Screens of the product for the use cases: videos in review with their examiners' comments, and search results. */
export async function caseStates(seeded: SeededProduct): Promise<ScreenState[]> {
  const { product, regular, member, collections } = seeded
  const states: ScreenState[] = []
  for (const { name, collection, film, file_name, time, ...discussion } of REVIEWED) {
    const id = await createReviewCollection(product, regular, collection)
    let video = ''
    await inDatabase(product, async (db) => {
      const copies = await copyVideos(db, collections.sample, id, regular.user_id, [{ film, file_name }])
      video = copies[0] ?? ''
    })
    await discuss(product, { owner: regular, colleague: member }, video, discussion)
    states.push({
      name,
      who: 'regular',
      address: `/quick-review/${regular.user_id}/${video}?t=0:${time}`,
      prepare: async (page) => {
        await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
        await atRest(page)
      },
    })
  }
  for (const [name, question] of Object.entries(SEARCHED))
    states.push({
      name,
      who: 'regular',
      address: `/collections/${collections.sample}/search?q=${encodeURIComponent(question)}`,
      prepare: answered,
    })
  return states
}
