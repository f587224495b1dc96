/** Explains collections to somebody who is here for the first time. */
export function CollectionsLead() {
  return (
    <p className="-mt-2 mb-5 max-w-[60ch] text-md text-text-2">
      A collection is a library of videos. Open one to search in it, or make your own and upload to it.
    </p>
  )
}
