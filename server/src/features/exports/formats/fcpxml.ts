import { type ExportedComment, type ExportedDiscussion, lengthOf, onOneLine } from '../discussion.ts'
import { xmlAttribute } from './xml.ts'

/** A project with the video as its only clip, for Final Cut Pro (FCPXML 1.9). Markers are to-do items: done is resolved. */
export function fcpxml(discussion: ExportedDiscussion): string {
  const { name, file_name, frames, labels, width, height, comments } = discussion
  const { num, den } = labels.rate
  const time = (count: number) => `${count * den}/${num}s`
  const title = xmlAttribute(name)
  const start = time(labels.start_frame)
  const format = labels.drop_frame ? 'DF' : 'NDF'
  const clip = `name="${title}" offset="${start}" start="${start}" duration="${time(frames)}" format="r1"`
  const marker = (comment: ExportedComment) =>
    `<marker start="${time(labels.start_frame + comment.first)}" duration="${time(lengthOf(comment))}" value="${nameOf(comment)}" completed="${comment.resolved ? 1 : 0}" note="${noteOf(comment)}"/>`
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE fcpxml>',
    '<fcpxml version="1.9"><resources>',
    `<format id="r1" frameDuration="${time(1)}" width="${width}" height="${height}"/>`,
    `<asset id="r2" name="${title}" start="${start}" duration="${time(frames)}" hasVideo="1" format="r1">`,
    `<media-rep kind="original-media" src="file:///${xmlAttribute(encodeURIComponent(file_name.toWellFormed()))}"/></asset></resources>`,
    `<library><event name="Footnote"><project name="${title} comments">`,
    `<sequence format="r1" duration="${time(frames)}" tcStart="${start}" tcFormat="${format}"><spine>`,
    `<asset-clip ref="r2" ${clip} tcFormat="${format}">`,
    ...comments.map(marker),
    '</asset-clip></spine></sequence></project></event></library></fcpxml>',
  ].join('\n')}\n`
}

const nameOf = ({ number, author, text }: ExportedComment): string =>
  xmlAttribute(`${number} ${author}: ${onOneLine(text)}`)

const noteOf = ({ drawing, replies }: ExportedComment): string =>
  xmlAttribute([...(drawing ? ['Drawing'] : []), ...replies.map(({ author, text }) => `${author}: ${text}`)].join('\n'))
