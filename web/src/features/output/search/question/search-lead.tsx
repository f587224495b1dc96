/** Explains what people can search for, above the search field. */
export function SearchLead() {
  return (
    <p className="-mt-1 mb-4 max-w-[60ch] text-md text-text-2">
      Describe what you saw, what somebody said, or what the screen showed.
    </p>
  )
}
