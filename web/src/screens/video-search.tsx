import { type Product, ProductPage } from '../features/public/product-page.tsx'

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
        'One question asks the picture, the speech and the text on screen. Where they agree on a moment, it comes once, and higher.',
    },
    {
      title: 'An honest score',
      words:
        'High, Medium and Low are calibrated for speech and text on screen: they say how often an answer with such a score was right. What is found by picture alone is never High.',
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
        'Speech, pictures and text become searchable one after the other, while the rest of a video is still being read.',
    },
    {
      title: 'Limits, said plainly',
      words:
        'What we have measured is English speech and Latin letters. Pictures are known by objects, people, colours and kinds of shot, and by meaning only where models for it were downloaded.',
    },
  ],
  call: 'Ask your first question.',
}

export default function VideoSearch() {
  return <ProductPage product={VIDEO_SEARCH} />
}
