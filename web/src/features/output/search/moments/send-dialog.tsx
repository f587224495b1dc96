import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { useState } from 'react'
import { ApiError, errorDetail } from '../../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import type { SearchRequest } from '../question/search-address.ts'
import { countMoments } from './count-moments.ts'
import { byVideo, itemsOf, problemOf, type Texts, textOf } from './draft.ts'
import { MomentField } from './moment-field.tsx'
import { useSendToReview } from './moments-api.ts'
import { announceSent } from './sent-toast.tsx'
import { matchId } from './use-chosen-matches.ts'
import './send-dialog.css'

interface SendProps {
  matches: readonly Match[]
  /** Id of the searched collection, or of all of them. */
  where: string
  request: SearchRequest
  onClose: () => void
  /** The comments were written. */
  onSent: () => void
  /** They were taken back. */
  onUndone: () => void
}

const comments = (count: number): string => `${count} ${count === 1 ? 'comment' : 'comments'}`

/** Writes comments on moments of a search: a text for each, one beginning for all, for everybody or the team. */
export function SendDialog({ matches, where, request, onClose, onSent, onUndone }: SendProps) {
  const [texts, setTexts] = useState<Texts>({})
  const [left_out, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [prefix, setPrefix] = useState('')
  const [team, setTeam] = useState(false)
  const [tried, setTried] = useState(false)
  const send = useSendToReview()
  const reviewed = matches.filter(({ can }) => can.comment)
  const videos = byVideo(reviewed.filter((match) => !left_out.has(matchId(match))))
  const sent = videos.flatMap((video) => video.matches)
  const items = itemsOf(sent, texts, prefix)
  const problems = tried ? items.map(problemOf) : []
  const refused = refusedItem(send.error)
  const start = () => {
    setTried(true)
    if (send.isPending || items.some((item) => problemOf(item) !== null)) return
    send.mutate(
      { items, where, request, visibility: team ? 'team' : 'everyone' },
      {
        onSuccess: ({ comments: written, repeated }) => {
          const fresh = written.filter(({ id }: Comment) => !repeated.includes(id))
          announceSent({ written, fresh, matches: sent, onUndone })
          onSent()
          onClose()
        },
      },
    )
  }
  const change = (match: Match, text: string) => setTexts({ ...texts, [matchId(match)]: text })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Send ${countMoments(sent.length)} to review`}
      width="export"
      locked={send.isPending}
    >
      <DialogBody>
        {send.error && (
          <Alert>{errorDetail(send.error, 'Nothing was sent. Try again. No comment is written twice.')}</Alert>
        )}
        {reviewed.length < matches.length && (
          <Alert kind="warn">{`You cannot comment on the video of ${countMoments(matches.length - reviewed.length)}.`}</Alert>
        )}
        {sent.length === 0 ? (
          <EmptyState fact="No moment left" next="Select moments in the results." />
        ) : (
          <>
            <div className="send-options">
              <TextField
                label="Begin each comment with"
                placeholder="Optional, such as “Check rights:”"
                value={prefix}
                maxLength={PREFIX}
                onChange={({ target }) => setPrefix(target.value)}
              />
              <Checkbox checked={team} onChange={({ target }) => setTeam(target.checked)}>
                Team only
              </Checkbox>
            </div>
            {videos.map(({ video_id, matches: of_video }) => (
              <section key={video_id} className="send-video">
                <h3 className="truncate" dir="auto" title={of_video[0]?.video_name}>
                  {of_video[0]?.video_name}
                </h3>
                <ul>
                  {of_video.map((match) => (
                    <MomentField
                      key={matchId(match)}
                      match={match}
                      text={textOf(match, texts)}
                      onText={(text) => change(match, text)}
                      onLeaveOut={sent.length > 1 ? () => setLeftOut(new Set([...left_out, matchId(match)])) : null}
                      error={
                        problems[sent.indexOf(match)] ??
                        (refused === sent.indexOf(match) ? 'This one was refused' : null)
                      }
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={send.isPending}>
          Cancel
        </Button>
        {sent.length > 0 && (
          <Button variant="primary" busy={send.isPending} onClick={start}>
            {`Send ${comments(sent.length)}`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** Characters of the beginning of all comments. */
const PREFIX = 200

/** Index of the item that the server refused, or -1. Its sentences name items by their number. */
const refusedItem = (error: Error | null): number =>
  error instanceof ApiError ? Number(/^Item (\d+):/.exec(error.detail)?.[1] ?? 0) - 1 : -1
