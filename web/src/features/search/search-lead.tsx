/** What can be asked, above the field in which one asks. */
export function SearchLead() {
  return (
    <p className="-mt-1 mb-4 max-w-[60ch] text-md text-text-2">
      Ask for a moment as you remember it: by what was to be seen, by what somebody said, or by words on the screen.
    </p>
  )
}
