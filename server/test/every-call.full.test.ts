import { sendAnything } from './call-fuzz.ts'

sendAnything(() => true)
