import { type Product, ProductPage } from '../../features/public/pages/product-page.tsx'

const VIDEO_SEARCH: Product = {
  title: 'Video Search',
  say: 'Ask a collection of videos in plain language, or with a picture. The answer is a list of moments, not of files.',
  picture: {
    url: '/pictures/results',
    alt: 'A question, its filters, and the moments that answer it, each with its timecode',
  },
  points: [
    {
      title: 'Seen, said, written',
      words:
        'One question searches Visual, Conversation and Text in video. Where they agree on a moment, it comes once, and higher.',
    },
    {
      title: 'An honest score',
      words:
        'We calibrate High, Medium and Low for Conversation and Text in video: they say how often an answer with such a score was right. A match by Visual alone is never High.',
    },
    {
      title: 'The moment at once',
      words: 'A match opens in its loop, with what was said and seen around it. One press makes a clip of it.',
    },
    {
      title: 'On your own machine',
      words: 'Indexing and search run where you install them, without a graphics card. No video leaves the house.',
    },
    {
      title: 'Ready piece by piece',
      words:
        'You can search Conversation, Visual and Text in video one after the other, while Footnote reads the rest of a video.',
    },
    {
      title: 'Limits, said plainly',
      words:
        'We measured English Conversation and Latin letters. Visual knows objects, people, colours and kinds of shot; it knows meaning only with downloaded models.',
    },
  ],
  call: 'Ask your first question.',
}

export default function VideoSearch() {
  return <ProductPage product={VIDEO_SEARCH} />
}
