import { type ExportedComment, type ExportedDiscussion, labelOf, wordsOf } from '../discussion.ts'
import { xmlText } from './xml.ts'

/**
 * A sequence for Premiere Pro (Final Cut Pro XML Interchange Format, version 4). The markers are on the sequence, and on
 * a clear matte as long as it, which can be pasted over one's own edit.
 */
export function premiereXml(discussion: ExportedDiscussion): string {
  const { name, frames, labels, width, height, comments } = discussion
  const { num, den } = labels.rate
  const rate = `<rate><timebase>${Math.round(num / den)}</timebase><ntsc>${num % den === 0 ? 'FALSE' : 'TRUE'}</ntsc></rate>`
  const first = labelOf(discussion, 0)
  const label = labels.drop_frame ? first.replaceAll(':', ';') : first
  const timecode = `<string>${label}</string><frame>${labels.start_frame}</frame><displayformat>${labels.drop_frame ? 'DF' : 'NDF'}</displayformat>`
  const markers = comments.map(marker)
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE xmeml>',
    `<xmeml version="4"><sequence id="sequence-1"><name>${xmlText(name)} comments</name><duration>${frames}</duration>`,
    rate,
    `<timecode>${rate}${timecode}</timecode>`,
    `<media><video><format><samplecharacteristics>${rate}<width>${width}</width><height>${height}</height></samplecharacteristics></format><track>`,
    `<generatoritem id="clipitem-1"><name>Footnote comments</name><duration>${frames}</duration>${rate}<start>0</start><end>${frames}</end><in>0</in><out>${frames}</out><alphatype>none</alphatype>`,
    '<effect><name>Color</name><effectid>Color</effectid><effectcategory>Matte</effectcategory><effecttype>generator</effecttype><mediatype>video</mediatype></effect>',
    '<filter><effect><name>Opacity</name><effectid>opacity</effectid><effectcategory>motion</effectcategory><effecttype>motion</effecttype><mediatype>video</mediatype><parameter><parameterid>opacity</parameterid><name>opacity</name><valuemin>0</valuemin><valuemax>100</valuemax><value>0</value></parameter></effect></filter>',
    ...markers,
    '</generatoritem></track></video></media>',
    ...markers,
    '</sequence></xmeml>',
  ].join('\n')}\n`
}

function marker(comment: ExportedComment): string {
  const { number, author, resolved, first, last } = comment
  // The end is exclusive; -1 is a point.
  const out = first === last ? -1 : last + 1
  const name = `${number} ${author}${resolved ? ', resolved' : ''}`
  return `<marker><name>${xmlText(name)}</name><comment>${xmlText(wordsOf(comment))}</comment><in>${first}</in><out>${out}</out></marker>`
}
