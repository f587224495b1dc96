import { type Product, ProductPage } from '../features/public/product-page.tsx'

const QUICK_REVIEW: Product = {
  title: 'Quick Review',
  say: 'Watch a video beside its transcript and write where it happens. Every comment is a footnote with a number and a time.',
  picture: {
    url: '/pictures/review',
    alt: 'A video between its transcript and its comments, numbered alike in all three',
  },
  points: [
    {
      title: 'To the frame',
      words: 'A comment is about a moment or a range. Selecting it, its marker or its number seeks there and plays.',
    },
    {
      title: 'Threads, not lists',
      words: 'Replies stay under what they answer, and appear for others as they are written.',
    },
    {
      title: 'The transcript reads along',
      words: 'Words light up as they are said. Press one to go there, search them, copy them, save them as subtitles.',
    },
    {
      title: 'A link with two keys',
      words:
        'Viewer links only watch, commenter links may write. Each ends when you say: never, or after 7, 30 or 90 days.',
    },
    {
      title: 'Panels that fit the work',
      words: 'Show the transcript, the comments, both or neither, and pull the panels to the sizes that you like.',
    },
    {
      title: 'From a question to a comment',
      words: 'A moment found by search opens in review with one press.',
    },
  ],
  call: 'Write the first footnote.',
}

export default function QuickReview() {
  return <ProductPage product={QUICK_REVIEW} />
}
