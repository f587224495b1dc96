import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { videosOf } from '../calls.ts'
import { HANDS, type Hands, type HandsName } from '../hands.ts'
import { connectProduct } from '../product.ts'
import { addReview, box, comments, openVideo, type Review } from '../review-page.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'
import { makeSmallFilm } from '../uploading.ts'

// A link for a client and a box for files, from their making to the answer, with the keyboard alone and with fingers alone.
const product = connectProduct(inject('product'))
const PASSWORD = 'four quiet boats'
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})
afterEach(noComplaints)

const PEOPLE: readonly { readonly by: HandsName; readonly width: number; readonly height: number }[] = [
  { by: 'keyboard', width: 1440, height: 900 },
  { by: 'keyboard', width: 390, height: 844 },
  { by: 'fingers', width: 1440, height: 900 },
  { by: 'fingers', width: 390, height: 844 },
]
type Who = (typeof PEOPLE)[number]
/** Some of them, of each way and of each width. */
const drawnPeople = () => drawnCases(PEOPLE, { kindsOf: ({ by, width }) => [by, `${width}`] })

async function open(address: string, { by, ...size }: Who, owner = false): Promise<{ page: Page; hands: Hands }> {
  const as = owner ? { as: review.owner } : {}
  const { page } = await testBrowser({ ...size, touch: by === 'fingers', ...as })
  await page.goto(new URL(address, product.origin).href)
  return { page, hands: HANDS[by](page) }
}

test.each(drawnPeople())(
  'with the $by a link gets a password, and a stranger opens it, gives a name, comments and approves, $width px wide',
  async (who) => {
    const { page, hands } = await open(review.address, who, true)
    await openVideo(page)
    await hands.press(button(page, 'Share'))
    await hands.choose(button(dialog(page), /^Permission: /), page.getByRole('menuitemradio', { name: /^Approver/ }))
    await hands.press(button(dialog(page), 'More settings'))
    await hands.write(dialog(page).getByLabel('Name', { exact: true }), 'Autumn launch')
    await hands.press(dialog(page).getByRole('checkbox', { name: 'Password' }))
    await hands.write(dialog(page).getByRole('textbox', { name: 'Password', exact: true }), PASSWORD)
    await hands.choose(
      button(dialog(page), /^E-mail of guests/),
      page.getByRole('menuitemradio', { name: /^Required/ }),
    )
    await isInOrder(page)
    await hands.press(button(dialog(page), 'Generate Link'))
    const link = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
    await isInOrder(page)
    await hands.press(button(dialog(page), 'Close'))
    await dialog(page).waitFor({ state: 'detached' })

    const { page: guest, hands: theirs } = await open(link, who)
    await guest.getByRole('heading', { name: 'Autumn launch' }).waitFor()
    await isInOrder(guest)
    await theirs.write(field(guest, 'Password'), 'four loud boats')
    await theirs.write(field(guest, 'Your name'), 'Kim Aalto')
    await theirs.write(field(guest, 'E-mail'), 'kim@northlane.example')
    await theirs.press(button(guest, 'Open'))
    await guest.getByText('This is not the password').waitFor()
    await isInOrder(guest)
    await theirs.write(field(guest, 'Password'), PASSWORD)
    await theirs.press(button(guest, 'Open'))
    await openVideo(guest)
    await isInOrder(guest)
    await theirs.write(box(guest), 'Hold this two beats longer.')
    await theirs.press(button(comments(guest), 'Comment'))
    await comments(page).getByText('Kim Aalto').waitFor()
    await comments(guest).getByText('Hold this two beats longer.').waitFor()
    await isInOrder(guest)
    const verdicts = button(guest, 'Approve or request changes')
    // A wide window has room for a button each.
    if (who.width > 640) await theirs.press(button(guest, 'Approve'))
    else await theirs.choose(verdicts, guest.getByRole('menuitem', { name: 'Approve' }))
    await isInOrder(guest)
    await theirs.press(button(dialog(guest), /^Approve/))
    await button(page, /^Approvals: .*Approved/).waitFor()
    await isInOrder(guest)
    await isInOrder(page)
  },
)

test.each(drawnPeople())(
  'with the $by somebody asks for files, and a stranger sends one, $width px wide',
  async (who) => {
    const { page, hands } = await open(`/quick-review/collections/${review.collection}`, who, true)
    await hands.press(button(page, 'Ask for files'))
    await hands.write(field(page, 'What you ask for'), 'Day 2, camera originals')
    await isInOrder(page)
    await hands.press(button(dialog(page), 'Make the box'))
    const link = await field(page, 'Link to send').inputValue()
    await isInOrder(page)
    await hands.press(button(dialog(page), 'Done'))

    const file = path.join(inject('run'), 'hands', `A001_${who.by}_${who.width}.mp4`)
    await makeSmallFilm(file)
    const { page: guest, hands: theirs } = await open(link, who)
    await theirs.write(field(guest, 'Your name'), 'Kim Aalto')
    await isInOrder(guest)
    const [chooser] = await Promise.all([
      guest.waitForEvent('filechooser'),
      theirs.press(button(guest, 'Choose files')),
    ])
    await chooser.setFiles(file)
    await guest.getByRole('heading', { name: 'Your video has arrived' }).waitFor()
    await isInOrder(guest)
    await expect
      .poll(async () => (await videosOf(product, review.owner, review.collection)).map(({ file_name }) => file_name))
      .toContain(path.basename(file))
    await rm(file)
    await page.reload()
    await hands.press(button(page, 'Ask for files'))
    await dialog(page).getByText('1 of 40 files').waitFor()
    await isInOrder(page)
  },
)
