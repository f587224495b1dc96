import { GUEST_MARK } from '@footnote/contract/shared/guests.ts'
import { countLines, type Digest, type DigestLine, type DigestNotice, type DigestVideo } from './digest.ts'
import { counted, digestPeriod, doing, LEFT_OUT, statusOf } from './digest-words.ts'

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Escapes a text for HTML, in elements and in attributes. */
const esc = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`).replaceAll('\n', '<br>')

/** The name of a guest has a mark beside it, which nobody can type. */
function person(line: DigestLine): string {
  const name = `<b class="t1" style="font-weight:600;color:#1A1918;">${esc(nameOf(line))}</b>`
  const mark =
    ' <span class="t2 gb" style="font-size:11px;line-height:14px;color:#51514F;border:1px solid #8B8A88;border-radius:2px;padding:0 3px;">guest</span>'
  return `${name}${line.is_guest ? mark : ''}${doing(line) ? ` ${esc(doing(line))}` : ''}`
}

const nameOf = ({ author, is_guest }: DigestLine): string =>
  is_guest && author.endsWith(GUEST_MARK) ? author.slice(0, -GUEST_MARK.length) : author

/**
 * The HTML of a mail: tables and inline styles, since mail programs know little else. The style block serves those that
 * know it, for dark colours and narrow screens. It has no pictures: frames stay behind the sign-in.
 */
export function digestHtml(digest: Digest & { readonly title: string }): string {
  const { title, notices, videos, more, endings, settings_url, public_url } = digest
  const settings = settings_url
    ? `<a href="${esc(settings_url)}" class="t2" style="color:#51514F;">Choose how often</a>. `
    : ''
  const ends = endings
    .map(({ name, url }) => `<a href="${esc(url)}" class="t2" style="color:#51514F;">Stop mails about ${esc(name)}</a>`)
    .join('. ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${esc(title)}</title>
<style>
@media (prefers-color-scheme: dark) { .bg { background: #0F0F0E !important; } .card { background: #151514 !important; border-color: #353532 !important; } .t1 { color: #F0EFED !important; } .t2 { color: #B4B3B0 !important; } .t3 { color: #96958F !important; } td, .hr { border-color: #353532 !important; } .ask { background: #222220 !important; } .bt { background: #F0EFED !important; color: #151514 !important; } .gb { border-color: #787775 !important; } }
@media (max-width: 640px) { .card { width: 100% !important; border-left: 0 !important; border-right: 0 !important; } .px { padding-left: 16px !important; padding-right: 16px !important; } }
</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#F7F6F4;-webkit-text-size-adjust:100%;">
<table ${TABLE} class="bg" style="background:#F7F6F4;"><tr><td align="center" style="padding:24px 0 32px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" class="card" style="width:600px;max-width:100%;background:#FFFFFF;border:1px solid #E7E6E4;border-radius:8px;text-align:left;">
<tr><td class="px" style="padding:24px 32px 0;"><table ${TABLE}><tr><td class="t1" style="${FONT};font-size:15px;line-height:20px;font-weight:600;color:#1A1918;letter-spacing:-0.02em;">Footnote<span style="display:inline-block;width:8px;height:8px;margin-left:2px;background:#FFDE26;border-radius:2px;vertical-align:8px;font-size:0;line-height:0;">&nbsp;</span></td><td align="right" class="t3" style="${FONT};font-size:12px;line-height:20px;color:#6A6A68;">${esc(digestPeriod(digest))}</td></tr></table></td></tr>
<tr><td class="px" style="padding:20px 32px 0;${FONT};"><h1 class="t1" style="margin:0;font-size:22px;line-height:28px;font-weight:600;letter-spacing:-0.02em;color:#1A1918;overflow-wrap:anywhere;word-break:break-word;">${esc(title)}</h1>${summaryOf(digest)}</td></tr>
${notices.map(noticeHtml).join('')}${videos.map((video) => videoHtml(video, digest.time_zone)).join('')}<tr><td class="px" style="padding:24px 32px 28px;"><table ${TABLE}><tr><td class="t3 hr" style="border-top:1px solid #DAD9D7;padding-top:14px;${FONT};font-size:12px;line-height:18px;color:#6A6A68;">${more ? `${LEFT_OUT}<br>` : ''}${settings}${ends}.<br>Nobody reads replies to this mail. ${esc(new URL(public_url).host)}</td></tr></table></td></tr>
</table></td></tr></table>
</body>
</html>
`
}

/** Who wrote, under the title. */
function summaryOf(digest: Digest): string {
  const people = new Set(digest.videos.flatMap(({ lines }) => lines.map(({ author }) => author))).size
  if (countLines(digest) < 2) return ''
  const words = `From ${people === 1 ? 'one person' : `${people} people`}. Each line leads to its frame.`
  return `<p class="t2" style="margin:4px 0 0;font-size:14px;line-height:22px;color:#51514F;">${words}</p>`
}

const noticeHtml = ({ subject, body, link }: DigestNotice): string =>
  `<tr><td class="px" style="padding:16px 32px 0;"><table ${TABLE} class="ask" style="background:#EFEEEC;border-radius:6px;"><tr><td class="t1" dir="auto" style="padding:12px 16px;${FONT};font-size:14px;line-height:21px;color:#1A1918;overflow-wrap:anywhere;word-break:break-word;"><b style="font-weight:600;">${esc(subject)}</b><br><span class="t2" style="color:#51514F;">${esc(body)}</span></td>${link ? `<td align="right" style="padding:12px 12px 12px 0;white-space:nowrap;"><a href="${esc(link.url)}" class="bt" style="display:inline-block;background:#1A1918;color:#FFFFFF;text-decoration:none;border-radius:6px;padding:0 14px;${FONT};font-size:13px;line-height:36px;font-weight:500;">${esc(link.words)}</a></td>` : ''}</tr></table></td></tr>
`

function videoHtml(video: DigestVideo, time_zone: string): string {
  const status = statusOf(video, time_zone)
  const below = status
    ? `<tr><td colspan="2" class="t2" style="${FONT};font-size:13px;line-height:20px;color:#51514F;">${esc(status)}</td></tr>`
    : ''
  return `<tr><td class="px" style="padding:28px 32px 4px;"><table ${TABLE}><tr><td style="${FONT};font-size:16px;line-height:24px;font-weight:600;overflow-wrap:anywhere;word-break:break-word;"><a href="${esc(video.url)}" class="t1" style="color:#1A1918;text-decoration:none;">${esc(video.name)}</a> <span class="t3" style="font-weight:400;color:#6A6A68;">version ${video.version}</span></td><td align="right" valign="top" class="t2" style="${FONT};font-size:12px;line-height:24px;color:#51514F;white-space:nowrap;padding-left:8px;">${counted(video.lines.length, 'comment')}</td></tr>${below}</table><table ${TABLE} style="margin-top:10px;">
${video.lines.map(lineHtml).join('')}</table></td></tr>
`
}

/** A line: who, where and which number, and below it the words. Both lead to the frame. */
function lineHtml(line: DigestLine): string {
  const { number, place, url, text, replies_to } = line
  const key = number
    ? ` <span style="display:inline-block;min-width:9px;padding:0 3px;background:#FFDE26;color:#1A1918;font-size:10px;line-height:15px;font-weight:700;text-align:center;border-radius:2px;">${esc(number)}</span>`
    : ''
  const href = `href="${esc(url)}"`
  return `<tr><td class="hr" style="padding:10px 0 12px ${replies_to === undefined ? 0 : 20}px;border-top:1px solid #E7E6E4;${FONT};font-size:14px;line-height:21px;color:#1A1918;"><table ${TABLE}><tr><td class="t2" style="${FONT};font-size:13px;line-height:20px;color:#51514F;overflow-wrap:anywhere;word-break:break-word;">${person(line)}</td><td align="right" valign="top" style="${FONT};font-size:12px;line-height:20px;color:#51514F;white-space:nowrap;padding-left:8px;"><a ${href} class="t2" style="color:#51514F;text-decoration:none;">${esc(place)}</a>${key}</td></tr></table><a ${href} class="t1" style="display:block;color:#1A1918;text-decoration:none;overflow-wrap:anywhere;word-break:break-word;"><span dir="auto" style="display:block;">${esc(text)}</span></a></td></tr>
`
}
