// Past 250 lines: every state of the review pages that is drawn.
import { type Comment, type CommentPage, NO_RIGHTS } from '@footnote/contract/nouns/review/comments.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import type { Page } from 'playwright-core'
import { addingWordsRows } from './adding-words-screens.ts'
import {
  amended,
  atRest,
  cardMenu,
  click,
  refuse,
  type ScreenState,
  type StateRow,
  stall,
  stateOf,
} from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, dialog } from './steps.ts'
import { opened, transcriptRows } from './transcript-screens.ts'

/** A guest with a long name, who wrote a comment. */
const GUEST = { first_name: 'Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh', last_name: '', is_guest: true }

/** Resolves the first comment and makes two those of guests, for this page alone, and begins a team-only one. */
async function resolveFirst(page: Page): Promise<void> {
  await page.route('**/api/quick-review/comments/*?*', async (route) => {
    const response = await route.fetch()
    const list: CommentPage = await response.json()
    const items = list.items.map((comment, place) => ({
      ...comment,
      ...(place === 0 ? { resolved_at: comment.created_at, resolved_by: 'Mara Lindqvist' } : {}),
      ...(place === 1 ? { is_guest: true } : {}),
      ...(place === 2 ? GUEST : {}),
      ...(place === 3 ? { visibility: 'team' } : {}),
    }))
    await route.fulfill({ response, json: { ...list, items, counts: { open: items.length - 1, resolved: 1 } } })
  })
  await page.reload()
  await opened(page)
  await page.getByText('Resolved by').waitFor()
  // On a phone the switch is there while somebody writes.
  await page.getByRole('textbox', { name: 'Comment', exact: true }).focus()
  await page.getByRole('switch', { name: 'Team only' }).click()
}

/** The second comment, which has answers, is deleted; the first leads elsewhere, and the third is after the end. */
async function deleted(page: Page): Promise<void> {
  await page.route('**/api/quick-review/comments/*?*', async (route) => {
    const response = await route.fetch()
    const list: CommentPage = await response.json()
    const items = list.items.map((comment, place) => ({
      ...comment,
      ...(place === 0 ? { content: 'As in https://example.org/harbour/takes, from 0:05 to 0:07.' } : {}),
      ...(place === 1
        ? {
            deleted_at: comment.created_at,
            content: '',
            first_name: '',
            last_name: '',
            user_email: null,
            mine: false,
            can: { ...NO_RIGHTS, reply: true },
          }
        : {}),
      ...(place === 2 ? { start_time: 900 } : {}),
    }))
    await route.fulfill({ response, json: { ...list, items } })
  })
  await page.reload()
  await opened(page)
  await page.getByText('This comment was deleted.').waitFor()
  await button(page, 'Show 2 replies').click()
  await page.getByRole('list', { name: 'Replies to deleted comment' }).waitFor()
}

async function deleting(page: Page): Promise<void> {
  await click(/^Delete: comment by /)(page)
  await dialog(page).waitFor()
}

/** Asks before a version is deleted that has open comments. */
async function deletingVersion(page: Page): Promise<void> {
  await amended('indexes/*', ({ videos, ...body }) => ({
    ...body,
    videos: Object.values(videos ?? []).map((video) => ({ ...video, version: 3, version_count: 3 })),
  }))(page)
  await page.route('**/api/deletion_preview', async (route) => {
    const { video_ids }: { video_ids: string[] } = route.request().postDataJSON()
    await route.fulfill({ json: { open: 3, keepable: 3, keepable_in: video_ids, resolved: 1, selects: [] } })
  })
  await cardMenu(page, 'Harbour, cut 3.mp4', 'Delete')
  await dialog(page).getByRole('checkbox').waitFor({ state: 'attached' })
}

async function openFilter(page: Page): Promise<void> {
  await button(page, 'Filter').click()
  await page.getByRole('menu').waitFor()
}

async function share(page: Page): Promise<void> {
  await button(page, 'Share').click()
  await dialog(page).getByText('Links to this video').waitFor()
}

/** Begins to end a link. @param name of its button */
const revoking = (name: RegExp) => async (page: Page) => {
  await share(page)
  await click(name)(page)
}

async function generate(page: Page): Promise<void> {
  await share(page)
  await button(page, 'Generate Link').click()
  await page.getByLabel('Link', { exact: true }).waitFor()
}

async function approvals(page: Page): Promise<void> {
  await button(page, /^Approvals: /).click()
  await dialog(page).waitFor()
}

/** A table with a range, a resolved comment, words from right to left, and a line that does not fit. */
const IMPORTED = [
  'Timecode In,Timecode Out,Comment,Author,Status',
  '00:00:01:00,00:00:02:00,Hold this two beats longer,Ines Okafor,open',
  '00:00:02:12,,מהר מדי,Tomás Rey,resolved',
  'soon,,When?,,',
].join('\n')

const importing = (content: string) => async (page: Page) => {
  await click('Import comments')(page)
  const file = { name: 'taproom notes.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await dialog(page).getByLabel('File with comments').setInputFiles(file)
  await dialog(page)
    .getByText(/new comment|must name/)
    .waitFor()
}

/** Opens a part of the dialog of approvals. */
const inApprovals = (name: string | RegExp) => async (page: Page) => {
  await approvals(page)
  await button(dialog(page), name).click()
}

/** Opens the address that a mail about a reply has. */
async function openLinkedReply(page: Page): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => /quick-review\/comments\/[^/]+\/[^/?]+$/.test(response.url())),
    button(page, 'Show 2 replies').click(),
  ])
  const { replies }: { replies: Comment[] } = await answer.json()
  const { id, parent_comment_id } = replies.at(-1)!
  const address = new URL(page.url())
  address.search = `t=6&comment=${parent_comment_id},${id}`
  await page.goto(address.href)
  await page.locator('.reply[aria-current=true]').waitFor()
}

/** A member and a guest of one name are asked, a guest with a long name, and one whose link has ended. */
const askedGuests = (of: (page: Page) => Promise<void>) => async (page: Page) => {
  const asked = {
    asked: true,
    me: false,
    verdict: null,
    note: null,
    at: null,
    user_id: null,
    email: null,
    link_ended: false,
  }
  const people = [
    { ...asked, id: '1', name: 'Ines Okafor', kind: 'member', user_id: 'ines' },
    { ...asked, id: '2', name: 'Ines Okafor', kind: 'guest', email: 'ines@client.example' },
    { ...asked, id: '3', name: GUEST.first_name, kind: 'guest', email: 'w@client.example' },
    { ...asked, id: '4', name: 'Kim Aalto', kind: 'guest', email: 'kim@client.example', link_ended: true },
  ]
  await amended('quick-review/approvals/*', (body) => ({ ...body, reviewers: people }))(page)
  await opened(page)
  await of(page)
}

/** A page at a link that was made for somebody, until a day, and of which a newer version exists. */
async function askedByLink(page: Page): Promise<void> {
  const asked = {
    guest_name: 'Carla Client',
    due_at: '2031-05-01T12:00:00.000Z',
    expires_at: '2031-06-01T12:00:00.000Z',
    mail: false,
    newer: 'mailed',
  }
  await amended('sharing_router/validate-share-token/*', (body) => ({ ...body, ...asked }))(page)
  await page.getByText('You are Carla Client (guest)').waitFor()
}

/** A page at a link for anybody, of which a newer version exists. */
async function outdated(page: Page): Promise<void> {
  await amended('sharing_router/validate-share-token/*', (body) => ({ ...body, newer: 'exists' }))(page)
  await page.getByText('A newer version exists').waitFor()
}

/** A page whose link ends while a comment is written. */
async function revokedWhileWriting(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Hold this two beats longer.')
  await revoked(page)
  await button(page, 'Copy your comment').waitFor()
}

/** Opens the dialog that exports comments. @param format the format to choose there */
const exporting = (format?: string) => async (page: Page) => {
  await button(page, 'Export comments').click()
  await dialog(page).waitFor()
  if (format)
    await dialog(page)
      .getByRole('radio', { name: new RegExp(`^${format}`) })
      .check()
}

/** Opens it for a video whose copy that plays lacks frames. */
async function exportingInexact(page: Page): Promise<void> {
  await amended('get_video_details/*', (body) => ({ ...body, frames_note: FRAMES_DIFFER }))(page)
  await opened(page)
  await exporting()(page)
}

/** Opens the player's menu for a video that has a light copy. */
async function choosingQuality(page: Page): Promise<void> {
  await amended('get_video_details/*', (body) => {
    const url = String(body.stream_url)
    const full = { id: 'full', url, width: 3840, height: 2160, bit_rate: 24_000_000 }
    const light = { id: 'light', url, width: 1280, height: 720, bit_rate: 2_300_000 }
    return { ...body, renditions: [full, light], light_copy: 'READY' }
  })(page)
  await opened(page)
  await button(page, /^Settings/).click()
  await page.getByRole('menuitemradio', { name: /^Light/ }).waitFor()
}

/** Opens the question before a guest approves: on a phone, a menu asks for the verdict first. */
async function approving(page: Page): Promise<void> {
  const decide = button(page, /^Approve( or request changes)?$/).first()
  await decide.click()
  const approve = page.getByRole('menuitem', { name: 'Approve' })
  await dialog(page).or(approve).waitFor()
  if (await approve.isVisible()) await approve.click()
  await dialog(page).waitFor()
}

/** Opens it for a video whose timecode may be counted in two ways. */
async function exportingNtsc(page: Page): Promise<void> {
  const ntsc = { frame_rate: { num: 30_000, den: 1001 }, timecode: null }
  await amended('get_video_details/*', (video) => ({ ...video, ...ntsc }))(page)
  await exporting()(page)
}

async function wrongStart(page: Page): Promise<void> {
  await exporting()(page)
  await page.getByLabel('Timeline starts at').fill('01:00')
}

/** Adds a range of the video, or a comment, to selects that are made for it. */
const addingToSelects = (name: string) => async (page: Page) => {
  await page.keyboard.press('i')
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await page.keyboard.press('o')
  await page
    .getByRole('button', { name, exact: name === 'Add to selects' })
    .first()
    .click()
  await button(dialog(page), 'Add').waitFor()
}

/** Makes the link a revoked one. */
async function revoked(page: Page): Promise<void> {
  const body = { type: 'about:blank', title: 'Not Found', status: 404, code: 'invalid_share_token' }
  await page.route('**/api/sharing_router/**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...body, detail: 'Invalid share token', message: 'Invalid share token' }),
    }),
  )
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
}

/** Waits until the page of paper has its pictures. */
const ready = (page: Page) => page.getByText('The pictures are there.').waitFor()

/** Makes the first comment that of a guest and the last a team-only one, and prints it, too. */
async function teamOnly(page: Page): Promise<void> {
  await page.route('**/api/quick-review/comments/*?*', async (route) => {
    const response = await route.fetch()
    const list: CommentPage = await response.json()
    const items = list.items.map((comment, place) => ({
      ...comment,
      ...(place === 0 ? GUEST : {}),
      ...(place === 3 ? { visibility: 'team' } : {}),
    }))
    await route.fulfill({ response, json: { ...list, items } })
  })
  await page.reload()
  await ready(page)
  // The box shows its state only when the comments are there again.
  const box = page.getByRole('checkbox', { name: /^Team-only/ })
  await box.click({ force: true })
  await page.getByRole('checkbox', { name: /^Team-only/, checked: true }).waitFor()
  await ready(page)
}

/** Takes the file of the video away, so that no picture can be read. */
async function withoutFile(page: Page): Promise<void> {
  await page.route('**/files/**', (route) => route.fulfill({ contentType: 'video/mp4', body: '' }))
  await page.reload()
  await page.getByText('This picture could not be read.').first().waitFor()
}

/**
 * Every state of the review screens. None of them waits for an idle network, because an open page has a stream of
 * events.
 */
export function reviewStates({ collections, review }: SeededProduct): ScreenState[] {
  const collection = `/quick-review/collections/${collections.review}`
  const menu = (entry: string) => (page: Page) => cardMenu(page, 'Autumn campaign', entry)
  const lists: readonly StateRow[] = [
    ['review-1-collections', 'regular', '/quick-review/home'],
    ['review-1-collections-empty', 'newcomer', '/quick-review/home'],
    [
      'review-1-collections-meaning',
      'regular',
      '/quick-review/home',
      (page) => button(page, 'What is a collection?').focus(),
    ],
    ['review-1-collections-loading', 'regular', '/quick-review/home', stall('quick-review/review_collections')],
    ['review-1-collections-not-loaded', 'regular', '/quick-review/home', refuse('quick-review/review_collections')],
    ['review-1-create', 'regular', '/quick-review/home?openCreateModal=true', (page) => dialog(page).waitFor()],
    ['review-1-rename', 'regular', '/quick-review/home', menu('Rename Collection')],
    ['review-1-delete', 'regular', '/quick-review/home', menu('Delete')],
    ['review-2-collection', 'regular', collection],
    ['review-2-delete-version', 'regular', collection, deletingVersion],
    ['review-2-collection-not-found', 'regular', '/quick-review/collections/none'],
  ]
  const pages: readonly StateRow[] = [
    ['review-3-discussed', 'regular', review.discussed],
    ['review-3-discussed-at', 'regular', `${review.discussed}?t=0:07`],
    ['review-3-resolved', 'regular', review.discussed, resolveFirst],
    ['review-3-linked-reply', 'regular', review.discussed, openLinkedReply],
    ['review-3-filter', 'regular', review.discussed, openFilter],
    ['review-3-nothing-resolved', 'regular', `${review.discussed}?show=resolved&by=me`],
    ...transcriptRows(review),
    ...addingWordsRows(review),
    ['review-3-quality', 'regular', review.discussed, choosingQuality],
    ['review-3-deleting', 'regular', review.discussed, deleting],
    ['review-3-deleted', 'regular', review.discussed, deleted],
    ['review-5-share', 'regular', review.discussed, share],
    ['review-5-share-made', 'regular', review.discussed, generate],
    ['review-5-share-revoke', 'regular', review.discussed, revoking(/^Revoke Viewer/)],
    ['review-5-share-revoke-guest', 'regular', review.discussed, revoking(/^Revoke Approver link for Carla Client/)],
    ['review-7-approvals', 'regular', review.discussed, approvals],
    ['review-7-approve', 'regular', review.discussed, inApprovals(/^Approve version/)],
    ['review-7-request', 'regular', review.discussed, inApprovals('Request review')],
    ['review-7-approvals-guests', 'regular', review.discussed, askedGuests(approvals)],
    ['review-7-request-guests', 'regular', review.discussed, askedGuests(inApprovals('Change request'))],
    ['review-7-history', 'regular', review.discussed, inApprovals('History')],
    ['review-9-export', 'regular', review.discussed, exporting()],
    ['review-9-export-inexact', 'regular', review.discussed, exportingInexact],
    ['review-9-export-start', 'regular', review.discussed, wrongStart],
    ['review-9-export-drop-frame', 'regular', review.discussed, exportingNtsc],
    ['review-9-export-print', 'regular', review.discussed, exporting('Print')],
    ['review-9-export-stills', 'regular', review.discussed, exporting('Stills')],
    ['review-9-selects', 'regular', review.discussed, addingToSelects('Add to selects')],
    ['review-9-selects-comment', 'regular', review.discussed, addingToSelects('Add to selects: comment by')],
    ['review-9-export-shared', 'visitor', review.links.viewer, exporting()],
    ['review-6-shared-commenter', 'visitor', review.links.commenter],
    ['review-6-shared-approver', 'visitor', review.links.approver],
    ['review-6-shared-asked', 'visitor', review.links.approver, askedByLink],
    ['review-6-shared-approving', 'visitor', review.links.approver, approving],
    ['review-6-shared-viewer', 'visitor', review.links.viewer],
    ['review-6-shared-ended', 'visitor', review.links.viewer, revoked],
    ['review-6-shared-newer', 'visitor', review.links.commenter, outdated],
    ['review-6-shared-unsent', 'visitor', review.links.commenter, revokedWhileWriting],
  ]
  const imports: readonly StateRow[] = [
    ['review-10-import', 'regular', review.discussed, click('Import comments')],
    ['review-10-import-refused', 'regular', review.discussed, importing('Name,Age\nAna,40')],
    ['review-10-import-preview', 'regular', review.discussed, importing(IMPORTED)],
  ]
  const others: readonly StateRow[] = [
    ['review-4-loading', 'regular', review.discussed, stall('get_video_details/*')],
    ['review-4-not-loaded', 'regular', review.discussed, refuse('get_video_details/*')],
    ['review-4-not-found', 'regular', '/quick-review/nobody/nothing'],
    ['review-6-shared-invalid', 'visitor', '/shared/nothing'],
  ]
  const paper: readonly StateRow[] = [
    ['review-8-print', 'regular', `${review.discussed}/print`, ready],
    ['review-8-print-team', 'regular', `${review.discussed}/print?show=open`, teamOnly],
    ['review-8-print-loading', 'regular', `${review.discussed}/print`, stall('quick-review/comments/*?*')],
    ['review-8-print-not-loaded', 'regular', `${review.discussed}/print`, refuse('quick-review/comments/*?*')],
    ['review-8-print-empty', 'regular', `${review.discussed}/print?show=resolved`],
    ['review-8-print-no-video', 'regular', `${review.discussed}/print`, withoutFile],
    ['review-8-print-shared', 'visitor', `${review.links.viewer}/print`, ready],
  ]
  const still = (page: Page) => page.waitForLoadState('networkidle')
  return [
    ...lists.map((row) => stateOf(row, still)),
    ...[...pages, ...imports].map((row) => stateOf(row, opened)),
    ...[...others, ...paper].map((row) => stateOf(row, atRest)),
  ]
}
