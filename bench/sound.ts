/**
 * Measures what it costs to look at the sound of a film: `npm run bench:sound -- FILM`, or without one an hour of stereo AAC
 * with a voice in one channel and noise in the other, which is the most work: both are searched for voices. Prints processor seconds, with those of
 * ended children: of the whole, of decoding, and of finding voices.
 */
import path from 'node:path'
import { voiceDetector } from '../server/src/engines/speech/sound/voice.ts'
import { probe } from '../server/src/media/probe.ts'
import { lookAtSound } from '../server/src/media/sound/look.ts'
import { ffmpeg, makeJob } from '../server/test/made-media.ts'
import { useOf } from './process-tree.ts'

const HOUR = 3600
const SAID = 'Good morning everyone and welcome to the quarterly meeting of the sales team'

/** Makes an hour with a voice in the left channel and noise in the right one. @returns its path */
async function anHour(folder: string): Promise<string> {
  const file = path.join(folder, 'hour.mp4')
  const noise = 'anoisesrc=colour=pink:amplitude=0.3:sample_rate=48000'
  const talk = `flite=voice=slt:text='${SAID}',aresample=48000,apad=whole_dur=8,aloop=loop=-1:size=384000[l]`
  const mix = '[l][r]join=inputs=2:channel_layout=stereo[s]'
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'color=c=gray:size=160x90:rate=2'],
    ...['-filter_complex', `${talk};${noise}[r];${mix}`, '-map', '0:v', '-map', '[s]'],
    ...['-t', String(HOUR), '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', file],
  )
  return file
}

const spent = () => useOf([process.pid]).cpu
const job = await makeJob()
const detector = voiceDetector()
try {
  const film = process.argv[2] ? path.resolve(process.argv[2]) : await anHour(job.folder)
  const info = await probe(job, film)
  const { signal } = new AbortController()
  let [voices, seconds] = [0, 0]
  const before = spent()
  const sound = await lookAtSound(job, film, info, async (samples) => {
    const start = spent()
    const found = await detector.secondsIn(samples, signal)
    voices += spent() - start
    seconds += samples.length / 16_000
    return found
  })
  const whole = spent() - before
  console.log(
    `${(info.duration / 60).toFixed(0)} minutes, ${sound.tracks.length} sound tracks, heard: ${sound.heard.join()}`,
  )
  console.log(
    `processor seconds: ${whole.toFixed(1)}, of which ${voices.toFixed(1)} for voices in ${seconds.toFixed(0)} s`,
  )
} finally {
  await detector[Symbol.asyncDispose]()
  await job.remove()
}
