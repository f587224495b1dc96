import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { CLIP } from '@footnote/contract/shared/review-limits.ts'
import type { Question } from './questions.tsx'

const GIB = 1024 ** 3

/** Common questions about the product. The figures are those of docs/benchmarks.md. */
export const aboutQuestions: readonly Question[] = [
  {
    question: 'What is Footnote?',
    answer:
      'Footnote searches inside your videos. It finds the moment you describe, and you review it with others. You install it on your own machine.',
  },
  {
    question: 'Where do my videos go?',
    answer:
      'They stay on the machine or in the object store that your administrator chose. Footnote indexes and searches them there.',
  },
  {
    question: 'Which languages does it understand?',
    answer:
      'We measured English Conversation with Moonshine base, and Text in video in Latin letters. Your administrator can download models whose makers name 25 or 99 languages, and readers for other scripts. We have not measured those, so we promise nothing for them.',
  },
  {
    question: 'How long does indexing take?',
    answer:
      'An hour of 720p video takes 5.1 minutes on two processor cores for Visual, Conversation and Text in video; 3.8 without Conversation. We measured the built-in engines, not downloaded models. You can search each part as soon as it is ready.',
  },
  {
    question: 'How was this measured?',
    anchor: 'measured',
    answer:
      'Two scripts come with the source: npm run bench:index times indexing, npm run bench:search counts how often the right moment comes first. docs/benchmarks.md names the videos and the machine, and shows how to repeat it.',
  },
  {
    question: 'How sure is a match?',
    answer:
      'We calibrate scores of Conversation and Text in video on reels of our own: all 42 answers that were High there were right, each judged by curves that had not seen its question. That is a small measurement on clear recordings. A match by Visual alone has no such measurement, so it is never High. From 0.83 a match is High, from 0.77 Medium, below that Low.',
  },
  {
    question: 'What does it cost?',
    answer:
      'You pay nothing per minute on your own machine. If this installation offers plans, you find them on the pricing page. We claim no savings: they depend on what you pay today.',
  },
  {
    question: 'Which files can I upload?',
    answer: `Video files of up to ${UPLOAD.max_bytes / GIB} GB: MP4, MOV, MKV, WebM, AVI, MPEG and some more. Footnote converts what a browser cannot play. A clip lasts at most ${CLIP.max_duration / 60} minutes.`,
  },
]
