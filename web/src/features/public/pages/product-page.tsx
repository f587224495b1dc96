import type { ReactNode } from 'react'
import { ClosingCall } from './landing/closing-call.tsx'
import { BookingLink, StartLink } from './links.tsx'
import { ProductPicture } from './product-picture.tsx'
import './public.css'

export interface Product {
  readonly title: ReactNode
  readonly say: string
  /** Address and description of its picture, if it has one. */
  readonly picture?: { readonly url: string; readonly alt: string }
  readonly points: readonly { readonly title: string; readonly words: string }[]
  readonly call: string
}

/** A page about one of the products. */
export function ProductPage({ product: { title, say, picture, points, call } }: { product: Product }) {
  return (
    <>
      <main>
        <section className="wide product-head">
          <h1>{title}</h1>
          <p className="say">{say}</p>
          <div className="calls">
            <StartLink />
            <BookingLink>Book a demo</BookingLink>
          </div>
        </section>
        {picture && (
          <div className="wide">
            <ProductPicture {...picture} eager />
          </div>
        )}
        <section className="wide points">
          {points.map((point) => (
            <div key={point.title}>
              <h2>{point.title}</h2>
              <p>{point.words}</p>
            </div>
          ))}
        </section>
      </main>
      <ClosingCall>{call}</ClosingCall>
    </>
  )
}
