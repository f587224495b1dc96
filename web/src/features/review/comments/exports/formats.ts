import { type ExportFormat, needsFrames } from '@footnote/contract/nouns/review/comments/export-formats.ts'

/** What the dialog offers: a file for each program, a page of paper, or pictures. */
export type Choice = ExportFormat | 'print' | 'stills'

interface Offer {
  readonly name: string
  readonly kind: string
  /** How to open it there. */
  readonly how: string
}

export const OFFERS: Readonly<Record<Choice, Offer>> = {
  resolve: {
    name: 'DaVinci Resolve',
    kind: 'EDL, markers',
    how: 'In the Media Pool, right-click the timeline: Timelines, Import, Timeline Markers from EDL.',
  },
  premiere: {
    name: 'Premiere',
    kind: 'XML, markers',
    how: 'File, Import. Paste the clear matte with the markers over your own sequence.',
  },
  fcpxml: {
    name: 'Final Cut',
    kind: 'FCPXML 1.9',
    how: 'File, Import, XML. Resolved comments are completed to-do items.',
  },
  avid: { name: 'Avid', kind: 'Text, markers', how: 'In the Markers window, right-click: Import Markers.' },
  otio: { name: 'OTIO', kind: 'OpenTimelineIO', how: 'For programs and scripts that read OpenTimelineIO.' },
  csv: { name: 'CSV', kind: 'A row each', how: 'For spreadsheets. Replies are rows of their own.' },
  md: { name: 'Markdown', kind: 'A tick list', how: 'For notes and issues. Resolved comments are ticked.' },
  txt: { name: 'Text', kind: 'A plain list', how: 'For a mail or a message.' },
  print: {
    name: 'Print',
    kind: 'A page with stills',
    how: 'For paper, or a PDF. The printer of the browser makes both.',
  },
  stills: { name: 'Stills', kind: 'PNG in a ZIP', how: '' },
}

/** Hours at which a timeline starts unless the file says otherwise: lists of markers at one. */
export const hoursOf = (choice: Choice): number => (choice === 'resolve' || choice === 'avid' ? 1 : 0)

/** Whether it needs every frame where people see it; a list and a page of paper do not. */
export const isExact = (choice: Choice): boolean => choice !== 'print' && needsFrames(choice)
