import type { Concept } from '../../engine.ts'

/** A word of the concepts engine, and its meaning. */
export interface VocabularyEntry {
  readonly name: string
  readonly kind: Concept['kind']
  /**
   * WordNet 3.0 senses, as part of speech (n, v, a), lemma and number of the sense; some categories are wider than
   * their name.
   */
  readonly senses: readonly string[]
  /** Synonyms that WordNet does not list. */
  readonly aliases?: readonly string[]
}

/** The categories of the COCO data set, in the order of the detector's outputs. */
export const OBJECTS: readonly VocabularyEntry[] = [
  {
    name: 'person',
    kind: 'person',
    senses: ['n:person#1'],
    aliases: ['people', 'persons', 'human', 'humans', 'someone', 'somebody'],
  },
  { name: 'bicycle', kind: 'object', senses: ['n:bicycle#1'] },
  { name: 'car', kind: 'object', senses: ['n:car#1'] },
  { name: 'motorcycle', kind: 'object', senses: ['n:motorcycle#1', 'n:motor_scooter#1'] },
  { name: 'airplane', kind: 'object', senses: ['n:airplane#1'] },
  { name: 'bus', kind: 'object', senses: ['n:bus#1'] },
  { name: 'train', kind: 'object', senses: ['n:train#1', 'n:locomotive#1'] },
  { name: 'truck', kind: 'object', senses: ['n:truck#1'] },
  { name: 'boat', kind: 'object', senses: ['n:boat#1', 'n:ship#1', 'n:vessel#2'] },
  { name: 'traffic light', kind: 'object', senses: ['n:traffic_light#1'] },
  { name: 'fire hydrant', kind: 'object', senses: ['n:fire_hydrant#1'] },
  { name: 'stop sign', kind: 'object', senses: ['n:street_sign#1'] },
  { name: 'parking meter', kind: 'object', senses: ['n:parking_meter#1'] },
  { name: 'bench', kind: 'object', senses: ['n:bench#1'] },
  { name: 'bird', kind: 'object', senses: ['n:bird#1'] },
  { name: 'cat', kind: 'object', senses: ['n:cat#1'] },
  { name: 'dog', kind: 'object', senses: ['n:dog#1'] },
  { name: 'horse', kind: 'object', senses: ['n:horse#1'] },
  { name: 'sheep', kind: 'object', senses: ['n:sheep#1'] },
  { name: 'cow', kind: 'object', senses: ['n:cow#1'] },
  { name: 'elephant', kind: 'object', senses: ['n:elephant#1'] },
  { name: 'bear', kind: 'object', senses: ['n:bear#1'] },
  { name: 'zebra', kind: 'object', senses: ['n:zebra#1'] },
  { name: 'giraffe', kind: 'object', senses: ['n:giraffe#1'] },
  { name: 'backpack', kind: 'object', senses: ['n:backpack#1'] },
  { name: 'umbrella', kind: 'object', senses: ['n:umbrella#1'] },
  { name: 'handbag', kind: 'object', senses: ['n:handbag#1', 'n:bag#1'] },
  { name: 'tie', kind: 'object', senses: ['n:tie#1'] },
  { name: 'suitcase', kind: 'object', senses: ['n:suitcase#1', 'n:luggage#1'] },
  { name: 'frisbee', kind: 'object', senses: ['n:frisbee#1'] },
  { name: 'skis', kind: 'object', senses: ['n:ski#1'] },
  { name: 'snowboard', kind: 'object', senses: ['n:snowboard#1'] },
  { name: 'sports ball', kind: 'object', senses: ['n:ball#1', 'n:ball#6'] },
  { name: 'kite', kind: 'object', senses: ['n:kite#3'] },
  { name: 'baseball bat', kind: 'object', senses: ['n:baseball_bat#1'] },
  { name: 'baseball glove', kind: 'object', senses: ['n:baseball_glove#1'] },
  { name: 'skateboard', kind: 'object', senses: ['n:skateboard#1'] },
  { name: 'surfboard', kind: 'object', senses: ['n:surfboard#1'] },
  { name: 'tennis racket', kind: 'object', senses: ['n:tennis_racket#1'] },
  { name: 'bottle', kind: 'object', senses: ['n:bottle#1'] },
  { name: 'wine glass', kind: 'object', senses: ['n:wineglass#1', 'n:glass#2'] },
  { name: 'cup', kind: 'object', senses: ['n:cup#1', 'n:mug#4', 'n:glass#2', 'n:drinking_vessel#1'] },
  { name: 'fork', kind: 'object', senses: ['n:fork#1'] },
  { name: 'knife', kind: 'object', senses: ['n:knife#1', 'n:knife#2'] },
  { name: 'spoon', kind: 'object', senses: ['n:spoon#1'] },
  { name: 'bowl', kind: 'object', senses: ['n:bowl#1', 'n:bowl#3', 'n:dish#1'] },
  { name: 'banana', kind: 'object', senses: ['n:banana#2'] },
  { name: 'apple', kind: 'object', senses: ['n:apple#1'] },
  { name: 'sandwich', kind: 'object', senses: ['n:sandwich#1'] },
  { name: 'orange', kind: 'object', senses: ['n:orange#1'] },
  { name: 'broccoli', kind: 'object', senses: ['n:broccoli#2'] },
  { name: 'carrot', kind: 'object', senses: ['n:carrot#3', 'n:carrot#1'] },
  { name: 'hot dog', kind: 'object', senses: ['n:hot_dog#2', 'n:hot_dog#3'] },
  { name: 'pizza', kind: 'object', senses: ['n:pizza#1'] },
  { name: 'donut', kind: 'object', senses: ['n:doughnut#2'] },
  { name: 'cake', kind: 'object', senses: ['n:cake#3'] },
  { name: 'chair', kind: 'object', senses: ['n:chair#1', 'n:seat#3'] },
  { name: 'couch', kind: 'object', senses: ['n:couch#1'] },
  { name: 'potted plant', kind: 'object', senses: ['n:pot_plant#1', 'n:houseplant#1', 'n:flower#1', 'n:plant#2'] },
  { name: 'bed', kind: 'object', senses: ['n:bed#1'] },
  { name: 'dining table', kind: 'object', senses: ['n:dining_table#1', 'n:table#2', 'n:table#3'] },
  { name: 'toilet', kind: 'object', senses: ['n:toilet#2'] },
  {
    name: 'tv',
    kind: 'object',
    senses: ['n:television_receiver#1', 'n:television#2', 'n:monitor#4', 'n:screen#3', 'n:display#6'],
  },
  { name: 'laptop', kind: 'object', senses: ['n:laptop#1'] },
  { name: 'mouse', kind: 'object', senses: ['n:mouse#4'] },
  { name: 'remote', kind: 'object', senses: ['n:remote_control#1'] },
  { name: 'keyboard', kind: 'object', senses: ['n:keyboard#1'] },
  { name: 'cell phone', kind: 'object', senses: ['n:cellular_telephone#1', 'n:telephone#1'], aliases: ['smartphone'] },
  { name: 'microwave', kind: 'object', senses: ['n:microwave#2'] },
  { name: 'oven', kind: 'object', senses: ['n:oven#1'] },
  { name: 'toaster', kind: 'object', senses: ['n:toaster#2'] },
  { name: 'sink', kind: 'object', senses: ['n:sink#1'] },
  { name: 'refrigerator', kind: 'object', senses: ['n:refrigerator#1', 'n:deep-freeze#1'] },
  { name: 'book', kind: 'object', senses: ['n:book#2', 'n:book#1', 'n:magazine#2'] },
  { name: 'clock', kind: 'object', senses: ['n:clock#1'] },
  { name: 'vase', kind: 'object', senses: ['n:vase#1'] },
  { name: 'scissors', kind: 'object', senses: ['n:scissors#1'] },
  { name: 'teddy bear', kind: 'object', senses: ['n:teddy#1'], aliases: ['stuffed animal'] },
  { name: 'hair drier', kind: 'object', senses: ['n:hand_blower#1'] },
  { name: 'toothbrush', kind: 'object', senses: ['n:toothbrush#1'] },
]

/** The eleven basic colour terms (Berlin and Kay, 1969). */
export const COLOURS: readonly VocabularyEntry[] = [
  { name: 'black', kind: 'colour', senses: ['n:black#1'] },
  { name: 'grey', kind: 'colour', senses: ['n:gray#1'], aliases: ['silver'] },
  { name: 'white', kind: 'colour', senses: ['n:white#2'] },
  { name: 'red', kind: 'colour', senses: ['n:red#1'] },
  { name: 'orange', kind: 'colour', senses: ['n:orange#2'] },
  { name: 'brown', kind: 'colour', senses: ['n:brown#1'] },
  { name: 'yellow', kind: 'colour', senses: ['n:yellow#1'] },
  { name: 'green', kind: 'colour', senses: ['n:green#1'] },
  { name: 'blue', kind: 'colour', senses: ['n:blue#1'] },
  { name: 'purple', kind: 'colour', senses: ['n:purple#1'] },
  { name: 'pink', kind: 'colour', senses: ['n:pink#1'] },
]

/** All other words of the engine. */
export const ATTRIBUTES: readonly VocabularyEntry[] = [
  { name: 'man', kind: 'face', senses: ['n:man#1'] },
  { name: 'woman', kind: 'face', senses: ['n:woman#1'] },
  { name: 'boy', kind: 'face', senses: ['n:male_child#1'] },
  { name: 'girl', kind: 'face', senses: ['n:female_child#1', 'n:girl#1'] },
  { name: 'child', kind: 'face', senses: ['n:child#1'] },
  { name: 'elderly person', kind: 'face', senses: ['n:senior_citizen#1'], aliases: ['old', 'elderly'] },
  { name: 'face', kind: 'face', senses: ['n:face#1'] },
  { name: 'smiling', kind: 'face', senses: ['v:smile#1', 'n:smile#1', 'a:smiling#1'], aliases: ['happy', 'laughing'] },
  { name: 'angry', kind: 'face', senses: ['a:angry#1', 'v:frown#1'] },
  { name: 'sad', kind: 'face', senses: ['a:sad#1'] },
  { name: 'surprised', kind: 'face', senses: ['a:surprised#1'] },
  { name: 'hand', kind: 'hand', senses: ['n:hand#1', 'n:fist#1'] },
  { name: 'standing', kind: 'pose', senses: ['v:stand#1', 'a:standing#5'] },
  { name: 'sitting', kind: 'pose', senses: ['v:sit#1', 'a:seated#1'] },
  { name: 'walking', kind: 'pose', senses: ['v:walk#1', 'n:walk#1'] },
  { name: 'lying', kind: 'pose', senses: ['v:lie#2'] },
  { name: 'couple', kind: 'scene', senses: ['n:couple#1', 'n:pair#3'] },
  { name: 'group', kind: 'scene', senses: ['n:gathering#1', 'n:audience#1'] },
  { name: 'crowd', kind: 'scene', senses: ['n:crowd#1'] },
  { name: 'sky', kind: 'scene', senses: ['n:sky#1'] },
  { name: 'greenery', kind: 'scene', senses: ['n:greenery#1', 'n:vegetation#1', 'n:grass#1', 'n:tree#1', 'n:leaf#1'] },
  { name: 'plain background', kind: 'scene', senses: ['n:background#2'] },
  { name: 'bright', kind: 'light', senses: ['a:bright#4', 'a:bright#1'] },
  { name: 'dark', kind: 'light', senses: ['a:dark#1', 'n:darkness#1', 'n:night#1'] },
  {
    name: 'black and white',
    kind: 'tone',
    senses: ['a:black-and-white#2'],
    aliases: ['monochrome', 'greyscale', 'grayscale'],
  },
  { name: 'colourful', kind: 'tone', senses: ['a:colorful#1', 'a:vivid#3'], aliases: ['colourful'] },
  { name: 'close-up', kind: 'shot', senses: ['n:closeup#1'], aliases: ['close-up', 'close up'] },
  { name: 'medium shot', kind: 'shot', senses: [], aliases: ['medium shot'] },
  { name: 'wide shot', kind: 'shot', senses: [], aliases: ['wide shot', 'long shot'] },
]

/** Every word that the engine may use. */
export const VOCABULARY: readonly VocabularyEntry[] = [...OBJECTS, ...COLOURS, ...ATTRIBUTES]
