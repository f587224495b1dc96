/** What an attacker would have a page run. `ran` tells the trap of the test. */
const ran = (number: number) => `window.__ran=${number};alert(${number})`

const TAGS: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `<svg onload="${script}"><animate onbegin="${script}" attributeName=x dur=1s>`,
  (script) => `<a href="javascript:${script}">press</a>`,
  (script) => `<iframe srcdoc="<script>parent.${script}</script>"></iframe>`,
  (script) => `<math><mtext></style><img src=x onerror=${script}>`,
  (script) => `<foreignObject><body onload="${script}"/></foreignObject>`,
  (script) => `<style>@import 'javascript:${script}'</style><b style="background:url(javascript:${script})">`,
  (script) => `<details open ontoggle="${script}"><summary>x`,
  (script) => `<input autofocus onfocus="${script}">`,
  (script) => `javascript:${script}`,
  (script) => `data:text/html,<script>${script}</script>`,
]
const WRAPPERS: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => `"><${tag}`,
  (tag) => `'-->${tag}<!--`,
  (tag) => `</text></svg>${tag}`,
  (tag) => `</textarea></title></script>${tag}`,
  (tag) => `]]>${tag}<![CDATA[`,
  (tag) => tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (tag) => `\${${tag}}{{constructor.constructor('${tag.replaceAll("'", '')}')()}}`,
  (tag) => `\u202e${tag}\u2066`,
  (tag) => `${tag.replaceAll('script', 'sCr\u0131pt')} ${tag.toUpperCase()}`,
]

/** 120 texts that would run as a script wherever text became markup. */
export const HOSTILE_WORDS: readonly string[] = TAGS.flatMap((tag, row) =>
  WRAPPERS.map((wrapped, column) => wrapped(tag(ran(row * WRAPPERS.length + column)))),
)
