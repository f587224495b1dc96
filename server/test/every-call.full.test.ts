import { drawnRequests, sendAnything } from './call-fuzz.ts'
import { countOf } from './drawn-cases.ts'

// A third of all requests; each night all.
sendAnything(drawnRequests(countOf({ usual: 3, all: 1 })))
