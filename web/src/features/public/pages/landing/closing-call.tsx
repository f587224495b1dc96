import { Footer } from '../footer.tsx'
import { BookingLink, StartLink } from '../links.tsx'

/** The closing call of a page with the product's only yellow button, and the footer. */
export function ClosingCall({ children }: { children: string }) {
  return (
    <>
      <section className="closing" data-theme="dark" aria-label="Try Footnote">
        <div className="wide">
          <h2>{children}</h2>
          <div className="calls">
            <StartLink primary={false} />
            <BookingLink>Book a demo</BookingLink>
          </div>
        </div>
      </section>
      <Footer />
    </>
  )
}
