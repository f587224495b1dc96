import { drawnRequests, sendAnything } from './call-fuzz.ts'
import { countOf } from './drawn-cases.ts'

// One of so many requests; each night all of them.
const SHARE = countOf({ usual: 3, all: 1 })

sendAnything(drawnRequests(SHARE))
