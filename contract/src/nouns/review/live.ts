import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, optionalText } from '../../calls/fields.ts'
import { ReviewEvent } from '../../shared/approvals.ts'
import { TranscriptEvent } from '../../shared/language/transcript.ts'
import { TEXT } from '../../shared/limits.ts'
import { CommentEvent, EarlierEvent, ManyCommentsEvent } from './comments.ts'

/** Another version of the video is the current one now. Only members hear it. */
export const VersionEvent = z.object({ video_id: z.string(), version: z.number() })
export type VersionEvent = z.infer<typeof VersionEvent>

/** What a page hears about a video, by the event's name. Clients ignore names that they do not know. */
export const REVIEW_EVENTS = {
  comment: CommentEvent,
  comments: ManyCommentsEvent,
  review: ReviewEvent,
  version: VersionEvent,
  earlier: EarlierEvent,
  transcript: TranscriptEvent,
} as const
export type ReviewEvents = { readonly [Name in keyof typeof REVIEW_EVENTS]: z.infer<(typeof REVIEW_EVENTS)[Name]> }

/** Who else has the page of the video open, as the listener may know it. */
export const PresentEvent = z.object({
  /** People besides the listener. Several pages of one person count once. */
  others: z.number(),
  /** Those of them who have a name: members first, and at most `PRESENT.names`. Always empty at a share link. */
  people: z.array(z.object({ name: z.string(), kind: z.enum(['member', 'guest']) })),
})
export type PresentEvent = z.infer<typeof PresentEvent>

/** What is true at the moment, by the event's name. No log has it: it comes when a stream opens, and when it changes. */
export const MOMENT_EVENTS = { present: PresentEvent } as const
export type MomentEvents = { readonly [Name in keyof typeof MOMENT_EVENTS]: z.infer<(typeof MOMENT_EVENTS)[Name]> }

/** What the guests of a link hear, by name. Nothing of it is sent later: whoever opens a stream reads the link then. */
export const LINK_EVENTS = {
  /** The link was changed, or what it shows: read both again. */
  link: z.object({}),
} as const
export type LinkEvents = { readonly [Name in keyof typeof LINK_EVENTS]: z.infer<(typeof LINK_EVENTS)[Name]> }

/** The stream is open. */
export const StreamOpened = z.object({
  /** What the page sends to `here`; absent where it would say nothing. */
  here: z.optional(z.string()),
})
export type StreamOpened = z.infer<typeof StreamOpened>

/** The stream is over for good. Holds the problem that the same call would now get as its answer. */
export const StreamEnded = z.object({ code: z.string(), detail: z.string() })
export type StreamEnded = z.infer<typeof StreamEnded>

/** Events about the stream itself, by name. */
export const STREAM_EVENTS = {
  /** The first event. Its id is the cursor from which the stream goes on. */
  opened: StreamOpened,
  /** Some events cannot be sent any more: read again what the page shows. */
  missed: z.object({}),
  ended: StreamEnded,
} as const
export type StreamEvents = { readonly [Name in keyof typeof STREAM_EVENTS]: z.infer<(typeof STREAM_EVENTS)[Name]> }

/** What one person hears besides, by name. */
export const PERSON_EVENTS = {
  /** A notification came, or one changed: read the list again. */
  notifications: z.object({}),
} as const
export type PersonEvents = { readonly [Name in keyof typeof PERSON_EVENTS]: z.infer<(typeof PERSON_EVENTS)[Name]> }

/** Header of a request for a stream: the id of the last event that arrived (HTML standard, 9.2.3). */
export const LAST_EVENT_ID = 'last-event-id'

/**
 * Random, and new for each open page. It distinguishes guests without X-Guest-Key, and a page that opens its stream again
 * takes the place that it had: the earlier stream ends. Who opens a stream without it, as programs do, is not present.
 */
const page_key = optionalText(TEXT.page_key)

export const live = endpointsOf('Live', {
  /**
   * Each event of the video has an id, which says something to the server alone. A request with the last one in
   * `Last-Event-ID` gets what happened since; if that cannot be had any more, the stream says `missed`. Clients read the
   * lists after `opened` of a stream without that header, and after `missed`. The server sends a line when the stream
   * opens, and one every 15 seconds. Clients reopen a stream that ends without `ended`; after `ended` they do not.
   */
  video: {
    method: 'GET',
    path: '/api/quick-review/events/:video_id',
    access: 'share',
    summary: 'Changes around a video that is being reviewed, as server-sent events',
    params: z.object({ video_id: Id }),
    query: z.object({ page_key }),
    events: { ...REVIEW_EVENTS, ...MOMENT_EVENTS, ...LINK_EVENTS, ...STREAM_EVENTS },
  },
  /** As `video`, for the pages of a link that show none of its videos: the list of them, or a box. */
  link: {
    method: 'GET',
    path: '/api/sharing_router/events',
    access: 'link',
    summary: 'Changes of a link and of what it shows, as server-sent events',
    query: z.object({ page_key }),
    events: { ...LINK_EVENTS, ...STREAM_EVENTS },
  },
  /** As `video`, with the events of the person who is signed in: one connection for a page. */
  person: {
    method: 'GET',
    path: '/api/events',
    access: 'session',
    summary: 'Changes to the notifications of a person, and around the video on their page, as server-sent events',
    query: z.object({ page_key, video_id: z.optional(Id) }),
    events: { ...PERSON_EVENTS, ...REVIEW_EVENTS, ...MOMENT_EVENTS, ...STREAM_EVENTS },
  },
  /**
   * A page with a stream sends this every `PRESENT.sign` seconds. Without it for `PRESENT.gone` seconds its network is gone,
   * which no server notices otherwise, and others no longer see the person. Any process answers, without the database.
   */
  here: {
    method: 'POST',
    path: '/api/events/here',
    access: 'public',
    summary: 'A page with a stream says that it is still open',
    status: 204,
    body: z.object({ here: Id }),
  },
})
