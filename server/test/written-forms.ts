/** A word as people write it, and as others type it. */
interface WrittenForm {
  readonly written: string
  readonly typed: readonly string[]
}

const words = (text: string): string[] => text.trim().split(/\s*,\s*/)

/** Letters that Unicode does not decompose, and some that it does. */
const LETTERS =
  words(`Łódź lodz, Straße strasse, Ærø aero, Đang dang, ışık isik, Søren soren, Größe grosse, Weiß weiss, Fuß fuss,
  Kraków krakow, Wałęsa walesa, Światło swiatlo, żółw zolw, łosoś losos, København kobenhavn, Tromsø tromso, smørrebrød smorrebrod,
  Færøerne faeroerne, Æsop aesop, Œuvre oeuvre, cœur coeur, sœur soeur, Þingvellir thingvellir, Seyðisfjörður seydisfjordur,
  Guðrún gudrun, Đặng dang, Đà da, đường duong, Đinh dinh, Iğdır igdir, Kırıkkale kirikkale, İstanbul istanbul, Diyarbakır diyarbakir,
  Đorđević dordevic, Đurađ durad, Ħamrun hamrun, Għawdex ghawdex, Azərbaycan azerbaycan, Gəncə gence, ɓauna bauna, ƙarfe karfe,
  Eʋegbe evegbe, Zürich zurich, café cafe, naïve naive, coöperation cooperation, Malmö malmo, Århus arhus, Señor senor, façade facade,
  Çankaya cankaya, Škoda skoda, Dvořák dvorak, Győr gyor, București bucuresti, Timișoara timisoara, Liepāja liepaja, Võru voru,
  Ōsaka osaka, Nguyễn nguyen, Phở pho, São sao, Curaçao curacao, Čapek capek, Reykjavík reykjavik, Σοφός σοφοσ, Ελλάς ελλας,
  Ёлка елка, АЛЁНА алена, ﬁlm film`).map((pair): WrittenForm => {
    const [written = '', plain = ''] = pair.split(' ')
    return { written, typed: [plain, plain.toUpperCase(), written.normalize('NFD')] }
  })

/** A letter or a word, and a number. */
const NUMBERED =
  words(`COVID-19, F-16, B-52, MP-3, Boeing-747, Apollo-13, Formula-1, Area-51, Type-2, U-2, K-9, V-8, A-10, G-20, H-264, C-130,
  SU-27, MIG-29, PM-25, Windows-95, Route-66, Catch-22, X-15, T-34, M-16, AK-47, R-22, S-300, W-40, D-76, E-190, N-95, Ariane-5, Vega-3,
  iPhone-12, Omega-3, Vitamin-12, Gate-7, Kilo-9, Sputnik-1, Section-8, Terminal-5, Studio-54, Channel-4, Pier-39`).flatMap(
    (form): WrittenForm[] => {
      const plain = form.toLowerCase()
      // 'A 10' has the article.
      const apart = plain.startsWith('a-') ? [] : [plain.replace('-', ' ')]
      const typed = [plain, plain.replace('-', ''), ...apart]
      return [form, form.replace('-', '')].map((written) => ({ written, typed }))
    },
  )

/** Parts of one word. */
const COMPOUND =
  words(`follow-up, T-shirt, Jean-Luc, e-mail, check-out, co-operate, log-out, X-ray, U-turn, Anne-Marie, Coca-Cola, Wi-Fi, lap-top,
  stand-by, break-down, back-up, work-flow, hip-hop, ping-pong, tip-top, zig-zag, hand-off, kick-off, tie-dye, D-day, G-force, J-curve, B-roll,
  web-site, data-base, hard-ware, play-list, voice-over, walk-through, grown-up, start-up, wrap-up, pop-up, warm-up, sign-off, Hong-Kong,
  Saint-Denis, Ulan-Bator, Al-Jazeera, Rolls-Royce, Mercedes-Benz, Hewlett-Packard, Karl-Heinz, Mary-Ann, Ben-Gurion`).flatMap(
    (form): WrittenForm[] => {
      const plain = form.toLowerCase()
      const typed = [plain, plain.replace('-', ''), plain.replace('-', ' ')]
      return [form, form.replace('-', '')].map((written) => ({ written, typed }))
    },
  )

/** An apostrophe within a name. */
const APOSTROPHES = words(
  `O’Brien, O'Neill, D’Artagnan, O’Connor, Qur’an, Hawai’i, L’Oréal, D'Angelo, N’Djamena, O'Hara, Baha'i, rock’roll`,
).map((written): WrittenForm => {
  const plain = written.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('’', "'")
  return { written, typed: [plain, plain.replace("'", ''), plain.replace("'", '’').toUpperCase()] }
})

/** Every written form with its typed forms, generated from the lists above. */
export const WRITTEN_FORMS: readonly WrittenForm[] = [...LETTERS, ...NUMBERED, ...COMPOUND, ...APOSTROPHES]
