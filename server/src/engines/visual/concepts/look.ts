import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import type { Box, Concept } from '../../engine.ts'
import { type Picture, readPicture } from '../networks/picture.ts'
import { isChromatic, objectColours } from './colours.ts'
import { describePicture } from './descriptor.ts'
import { type Face, FaceReader } from './faces.ts'
import { HandFinder } from './hands.ts'
import { type Detection, ObjectDetector } from './object-detector.ts'
import { PoseReader } from './pose.ts'
import { readScene } from './scene.ts'

/** Pixels on the longer side; small faces need more than the detector does. */
const LONGEST = 960
/** Minimum confidence of a person for a closer look. */
const SURE_PERSON = 0.35
/** Minimum share of the picture's height for recognising a body's joints. */
const LEAST_BODY = 0.35
const MOST_FACES = 2
const MOST_BODIES = 2
/** Minimum share of skin, without a whole person to explain it, for a search for hands. */
const LEAST_SKIN = 0.004
/** Years: below the first a face is a child's, from the second on an elderly person's. */
const AGES = { child: 13, elderly: 60 }
/** Minimum confidence for naming a gender. */
const SURE_GENDER = 0.3
/**
 * Minimum shares of the picture that distinguish shot scales (after the usual framings of film): of its height for a
 * face, of its area for an object.
 */
const SHOT_SCALES = { close_face: 0.35, medium_face: 0.12, close_object: 0.35 }

/** Runs all models on pictures, expensive ones only when a cheap one gave a reason. */
export class Looker {
  readonly #objects = new ObjectDetector()
  readonly #faces = new FaceReader()
  readonly #poses = new PoseReader()
  readonly #hands = new HandFinder()

  /** Concepts and descriptor of one picture file, independent of other pictures. */
  async look(content: Uint8Array): Promise<{ concepts: Concept[]; descriptor: Float32Array }> {
    const picture = await readPicture(content, LONGEST)
    const { detections, features } = await this.#objects.detect(picture)
    const scene = await readScene(picture)
    const people = detections.filter(({ name, confidence }) => name === 'person' && confidence >= SURE_PERSON)
    const faces = people.length > 0 ? await this.#faces.read(picture, upperParts(people), MOST_FACES) : []
    const concepts: Concept[] = [
      ...detections.map(({ name, confidence, box }) => ({
        name,
        kind: name === 'person' ? ('person' as const) : ('object' as const),
        confidence,
        box,
        colours: objectColours(picture, box),
      })),
      ...faces.flatMap(faceConcepts),
      ...(await this.#bodies(picture, people)),
      ...(scene.skin >= LEAST_SKIN && people.length === 0 ? await this.#handConcepts(picture) : []),
      ...countConcepts(people.length),
      ...shotScale(detections, people, faces),
      ...scene.concepts,
    ]
    return { concepts, descriptor: await describePicture(picture, features) }
  }

  /** The descriptor of one picture file, without looking for concepts. */
  async describe(content: Uint8Array): Promise<Float32Array> {
    const picture = await readPicture(content, LONGEST)
    return await describePicture(picture, await this.#objects.summarise(picture))
  }

  async #bodies(picture: Picture, people: Detection[]): Promise<Concept[]> {
    const large = people
      .filter(({ box }) => box.height >= LEAST_BODY)
      .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    const concepts: Concept[] = []
    for (const { box } of large.slice(0, MOST_BODIES)) {
      const posture = await this.#poses.read(picture, box)
      if (posture) concepts.push({ ...posture, kind: 'pose', box })
    }
    return concepts
  }

  async #handConcepts(picture: Picture): Promise<Concept[]> {
    const hands = await this.#hands.find(picture)
    return hands.map(({ box, confidence }) => ({
      name: 'hand',
      kind: 'hand',
      confidence,
      box,
      colours: objectColours(picture, box).filter(isChromatic),
    }))
  }
}

/** The smallest box around the upper halves of all people, with some room above. */
function upperParts(people: Detection[]): Box {
  const left = smallest(people.map(({ box }) => box.x))
  const right = largest(people.map(({ box }) => box.x + box.width))
  const top = Math.max(0, smallest(people.map(({ box }) => box.y)) - 0.02)
  const bottom = largest(people.map(({ box }) => box.y + box.height / 2))
  return { x: left, y: top, width: right - left, height: Math.min(1, bottom) - top }
}

function faceConcepts(face: Face): Concept[] {
  const { box, confidence } = face
  const concepts: Concept[] = [{ name: 'face', kind: 'face', confidence, box }]
  const young = face.age < AGES.child
  if (young) concepts.push({ name: 'child', kind: 'face', confidence, box })
  if (face.gender_confidence >= SURE_GENDER) {
    const name = young ? (face.gender === 'man' ? 'boy' : 'girl') : face.gender
    concepts.push({ name, kind: 'face', confidence: confidence * face.gender_confidence, box })
  }
  if (face.age >= AGES.elderly) concepts.push({ name: 'elderly person', kind: 'face', confidence, box })
  if (face.expression) {
    concepts.push({
      name: face.expression.name,
      kind: 'face',
      confidence: confidence * face.expression.confidence,
      box,
    })
  }
  return concepts
}

function countConcepts(people: number): Concept[] {
  if (people < 2) return []
  if (people === 2) return [{ name: 'couple', kind: 'scene', confidence: 0.8 }]
  const concepts: Concept[] = [{ name: 'group', kind: 'scene', confidence: 0.8 }]
  if (people >= 6) concepts.push({ name: 'crowd', kind: 'scene', confidence: Math.min(1, people / 10) })
  return concepts
}

function shotScale(detections: Detection[], people: Detection[], faces: Face[]): Concept[] {
  const face = Math.max(0, largest(faces.map(({ box }) => box.height)))
  const body = Math.max(0, largest(people.map(({ box }) => box.height)))
  const object = Math.max(
    0,
    largest(detections.filter(({ confidence }) => confidence > SURE_PERSON).map(({ box }) => box.width * box.height)),
  )
  if (face >= SHOT_SCALES.close_face) return [{ name: 'close-up', kind: 'shot', confidence: Math.min(1, 0.5 + face) }]
  if (face >= SHOT_SCALES.medium_face) return [{ name: 'medium shot', kind: 'shot', confidence: 0.7 }]
  if (body > 0 && body < 0.6) return [{ name: 'wide shot', kind: 'shot', confidence: 0.7 }]
  if (body === 0 && object >= SHOT_SCALES.close_object) return [{ name: 'close-up', kind: 'shot', confidence: 0.6 }]
  return []
}
