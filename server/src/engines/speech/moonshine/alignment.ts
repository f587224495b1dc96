/** The part of the sound in which a token is said: frames of the encoder, the end exclusive. */
export interface FrameSpan {
  readonly start: number
  readonly end: number
}

/**
 * Finds when each token is said, from how much its heads look at the sound (as in OpenAI's Whisper, whisper/timing.py):
 * each frame's attention as distances from its mean over the tokens, the mean of all heads, and the path through tokens
 * and frames that collects most of it.
 * @param attention of each token and of the end: one head after another, `frames` numbers for each
 */
export function placesOf(attention: readonly Float32Array[], frames: number): FrameSpan[] {
  if (frames === 0 || attention.length === 0) return []
  return pathThrough(meanOfHeads(attention, frames), attention.length, frames).slice(0, -1)
}

function meanOfHeads(attention: readonly Float32Array[], frames: number): Float32Array {
  const tokens = attention.length
  const mean = new Float32Array(tokens * frames)
  const values = attention[0]?.length ?? 0
  for (let at = 0; at < values; at++) {
    let [sum, squares] = [0, 0]
    for (const row of attention) {
      const value = row[at] as number
      sum += value
      squares += value * value
    }
    const middle = sum / tokens
    // Where all tokens look alike the difference is rounding.
    const deviation = Math.sqrt(Math.max(0, squares / tokens - middle * middle)) + 1e-9
    for (let token = 0; token < tokens; token++)
      mean[token * frames + (at % frames)]! += ((attention[token]?.[at] as number) - middle) / deviation
  }
  return mean
}

const STEP = { both: 0, token: 1, frame: 2 } as const

/** Dynamic time warping: from the first token and frame to the last ones, and never back. */
function pathThrough(values: Float32Array, tokens: number, frames: number): FrameSpan[] {
  const width = frames + 1
  const cost = new Float32Array((tokens + 1) * width).fill(Number.POSITIVE_INFINITY)
  const steps = new Uint8Array(cost.length)
  cost[0] = 0
  for (let token = 1; token <= tokens; token++) {
    for (let frame = 1; frame <= frames; frame++) {
      const at = token * width + frame
      const [both, one, other] = [cost[at - width - 1] as number, cost[at - width] as number, cost[at - 1] as number]
      const step = both < one && both < other ? STEP.both : one < other ? STEP.token : STEP.frame
      cost[at] = [both, one, other][step] as number
      cost[at]! -= values[(token - 1) * frames + frame - 1] as number
      steps[at] = step
    }
  }
  const places: FrameSpan[] = []
  for (let [token, frame, end] = [tokens, frames, frames]; token > 0; ) {
    const step = steps[token * width + frame]
    if (step === STEP.frame) {
      frame--
      continue
    }
    places.unshift({ start: frame - 1, end })
    token--
    if (step === STEP.both) frame--
    end = frame
  }
  return places
}
