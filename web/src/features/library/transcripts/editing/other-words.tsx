import { Button } from '../../../../ui/forms/button.tsx'

/** The words of somebody else, who changed the same paragraph, and the choice between both. */
export function OtherWords({
  theirs,
  saving,
  onMine,
  onTheirs,
}: {
  /** Empty when they removed all words. */
  theirs: string
  saving: boolean
  onMine: () => void
  onTheirs: () => void
}) {
  return (
    <section className="said-theirs" aria-label="The other words">
      <h3 className="label">Now it says</h3>
      {theirs === '' ? <p className="faint">Nothing: the words were removed.</p> : <p dir="auto">{theirs}</p>}
      <div className="said-choice">
        <Button size="sm" variant="primary" busy={saving} onClick={onMine}>
          Save mine
        </Button>
        <Button size="sm" disabled={saving} onClick={onTheirs}>
          Keep theirs
        </Button>
      </div>
    </section>
  )
}
