/** Makes vectors of unit length, the same in each run. */
export interface VectorSource {
  next(): Float32Array
  /** Queries for the vectors that `next` gives. */
  queries(count: number): Float32Array[]
}

const CLUSTERS = 2_000
/** The standard deviation of the j-th coordinate is proportional to j to this power. */
const SPECTRUM = -0.4
/** Shares of a vector's length: common to all, its cluster, its own. */
const COMMON = 0.7
const CLUSTER = 0.6
const OWN = 0.39
/**
 * Shares of a query's length: common to all queries, and its answer; the rest is its own. The cosine of query and
 * answer is about 0.3.
 */
const QUERY_COMMON = 0.7
const QUERY_ANSWER = 0.42

/**
 * Like embeddings of pictures and of texts that describe them: a common mean, a falling spectrum, clusters, and queries
 * with another mean.
 */
export function textLikeVectors(dimensions: number): VectorSource {
  const gauss = gaussian(20_241)
  const scales = unit(Float32Array.from({ length: dimensions }, (_, at) => (at + 1) ** SPECTRUM))
  const draw = () => scales.map((scale) => scale * gauss())
  const common = unit(draw())
  const query_common = unit(draw())
  const clusters = Array.from({ length: CLUSTERS }, draw)
  const next = () => {
    const cluster = clusters[Math.floor(Math.abs(gauss()) * 1e6) % CLUSTERS] as Float32Array
    return unit(mix([common, COMMON], [cluster, CLUSTER], [draw(), OWN]))
  }
  const query = () => {
    const answer = unit(mix([next(), 1], [common, -COMMON]))
    const rest = Math.sqrt(1 - QUERY_COMMON ** 2 - QUERY_ANSWER ** 2)
    return unit(mix([query_common, QUERY_COMMON], [answer, QUERY_ANSWER], [draw(), rest]))
  }
  return { next, queries: (count) => Array.from({ length: count }, query) }
}

/** Without any structure: the hardest case, which no embedding resembles. */
export function randomVectors(dimensions: number): VectorSource {
  const gauss = gaussian(7_919)
  const next = () => unit(Float32Array.from({ length: dimensions }, gauss))
  return { next, queries: (count) => Array.from({ length: count }, next) }
}

function mix(...parts: [vector: Float32Array, share: number][]): Float32Array {
  const sum = new Float32Array(parts[0]?.[0].length ?? 0)
  for (const [vector, share] of parts)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + share * (vector[at] as number)
  return sum
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** Normally distributed numbers (Box and Muller 1958) from Park and Miller's generator. */
function gaussian(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}
