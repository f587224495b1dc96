/** Says that a name is that of a guest, who chose it. It is beside the name, so that a long name never hides it. */
export const GuestMark = () => <span className="guest-mark">guest</span>

/** The name of a person, cut where it has no room; the mark of a guest never is. */
export function PersonName({ name, guest }: { name: string; guest: boolean }) {
  return (
    <>
      {/* Cut at its own end, whichever direction it is written in. */}
      <b className="truncate" dir="auto">
        {name}
      </b>{' '}
      {guest && <GuestMark />}
    </>
  )
}
