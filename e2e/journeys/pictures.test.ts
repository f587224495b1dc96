import type { Matches } from '@footnote/contract/nouns/output/search.ts'
import { afterEach, expect, inject, test } from 'vitest'
import { createCollection, videosOf } from '../calls.ts'
import { copyPicture } from '../dragging.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, field } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// A picture on the clipboard is a question.
const product = connectProduct(inject('product'))

afterEach(noComplaints)

test('a picture that is pasted on the home page finds the moment that it shows', async () => {
  const ada = await addPerson(product)
  const collection = await createCollection(product, ada, 'Rushes')
  await addVideos(
    product,
    ada,
    collection,
    { file_name: 'harbour.mp4', pictures: true },
    { film: 'reel.mp4', file_name: 'numbers.mp4', pictures: true },
  )
  const harbour = (await videosOf(product, ada, collection)).find(({ file_name }) => file_name === 'harbour.mp4')!
  const page = await openPage('/home', { as: ada })
  await button(page, 'Collection: Rushes').waitFor()
  await copyPicture(page, harbour.thumbnail_url!)
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await field(page, 'Search').press('Control+v')
  const { matches } = (await (await answer).json()) as Matches
  expect(matches[0]).toMatchObject({ video_name: 'harbour.mp4', types: ['visual'] })
  await page
    .getByRole('button', { name: /^Play harbour/ })
    .first()
    .waitFor()
  await button(page, 'Remove the reference image').waitFor()
})
