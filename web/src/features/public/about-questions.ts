import { CLIP, UPLOAD } from '@footnote/contract/limits.ts'
import type { Question } from './questions.tsx'

const GIB = 1024 ** 3

/** What people ask of the product. Figures are those of docs/benchmarks.md. */
export const aboutQuestions: readonly Question[] = [
  {
    question: 'What is Footnote?',
    answer:
      'A place for videos that can be asked. It finds the moment you describe and lets you review it with others. It is installed on a machine of your own.',
  },
  {
    question: 'Where do my videos go?',
    answer:
      'Nowhere. They stay on the machine, or in the object store, that whoever runs this installation has chosen. Indexing and search happen there, too.',
  },
  {
    question: 'Which languages does it understand?',
    answer:
      'Measured are English speech, by PocketSphinx, and Latin letters on screen. Where models can be downloaded, Parakeet transcribes English, and whoever runs this installation can choose models whose makers name 25 or 99 languages, and readers for other scripts. We have not measured those, and do not promise a hundred languages before we have.',
  },
  {
    question: 'How long does indexing take?',
    answer:
      'An hour of 720p video takes 6.9 minutes on two processor cores for picture, speech and text on screen; 4.6 without speech. That is with the engines that come with it; with downloaded models it was not measured. Each part becomes searchable when it is done.',
  },
  {
    question: 'How was this measured?',
    anchor: 'measured',
    answer:
      'By a script that comes with the source: npm run bench:index for indexing, npm run bench:search for how often the right moment comes first. docs/benchmarks.md says with which videos, on which machine, and how to repeat it.',
  },
  {
    question: 'How sure is a match?',
    answer:
      'Scores of speech and of text on screen are calibrated on reels that the project makes: of the answers that were High there, 42, all were right, each judged by curves that had not seen its question. That is a small measurement on clear recordings. What is found by picture alone has no such measurement, and so is never High. From 0.83 a match is High, from 0.77 Medium, below that Low.',
  },
  {
    question: 'What does it cost?',
    answer:
      'There is no bill per minute for what runs on your own machine. Where this installation offers plans, they are on the pricing page. We make no claim of savings: that depends on what you pay today.',
  },
  {
    question: 'Which files can I upload?',
    answer: `Video files of up to ${UPLOAD.max_bytes / GIB} GB: MP4, MOV, MKV, WebM, AVI, MPEG and some more. What a browser cannot play is converted. A clip may last up to ${CLIP.max_duration / 60} minutes.`,
  },
]
