import { drawnRequests, sendAnything } from './call-fuzz.ts'
import { countOf } from './drawn-cases.ts'

sendAnything(drawnRequests(countOf({ usual: 3, all: 1 })))
