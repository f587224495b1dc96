import type { UseCase } from '../use-case.ts'

export const lectureArchive: UseCase = {
  id: 'lecture-archive',
  category: 'Education',
  title: 'A physics archive that answers with the minute',
  subtitle: 'Ten years of recorded lectures, asked for an experiment, a formula on the board or a sentence.',
  screen: {
    url: '/pictures/case-lecture-archive',
    alt: 'A question about rays of light, and the minute of the lecture that answers it',
  },
  screenshots: [
    {
      url: '/pictures/case-lecture-archive',
      alt: 'Moments that answer a question, each with its timecode',
      caption: 'Every answer is a moment: its place in the video, how sure it is, and why it was found.',
    },
  ],
  industry: 'Higher education',
  product: 'Video Search',
  quote: 'Students ask where the prism was shown. Now the archive knows.',
  author: 'A librarian',
  role: 'Media collection',
  company: 'A physics department',
  metrics: [
    { value: '5.1 min', label: 'to index an hour of 720p video on two processor cores, measured' },
    { value: '3', label: 'ways to search: Visual, Conversation and Text in video' },
    { value: '0', label: 'videos that leave the department' },
  ],
  challenge:
    'The recordings are kept by date and lecturer. Nobody remembers the date of an experiment, and slides were never archived beside the video.',
  outcome:
    'A question in plain words leads to the minute. What stood on a slide is found although nobody said it, and what was said although it stood nowhere.',
  details: [
    'Search Visual, Conversation and Text in video at once, or one of them',
    'A picture in place of words, where words fail',
    'Clips for a course page, cut from the match',
    'Indexing on a machine of the department, without a graphics card',
  ],
  full_content: {
    introduction:
      'A department has recorded its lectures for ten years. The archive is complete, and hardly anybody opens it.',
    challenge:
      'A lecture takes ninety minutes and its title is the name of the course. To find the demonstration of a focus one has to know who gave it, and when.',
    solution:
      'The recordings go into one collection per course. Speech becomes a transcript, slides and boards are read, and pictures are known by what is in them. A question asks all three; the answer is a list of moments, each with a score that says how sure it is.',
    results:
      'An hour of video takes about five minutes of an ordinary two-core machine, so ten years of one weekly lecture are a matter of days, once. Sums like this one are all this example promises: recordings with a distant microphone are transcribed less well, and only English is.',
    looking_forward: 'Clips that students download most are the demonstrations worth filming again, and better.',
    conclusion: 'An archive is worth what can be found in it.',
  },
}
