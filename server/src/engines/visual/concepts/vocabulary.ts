import type { Concept } from '../../engine.ts'

/** A word of the concepts engine, and the words that people use for it; plurals and genitives need no entry. */
export interface VocabularyEntry {
  readonly name: string
  readonly kind: Concept['kind']
  /** Words for the same thing. */
  readonly aliases?: readonly string[]
  /** Words for kinds of it: it may be one of them. */
  readonly narrower?: readonly string[]
  /** Words for wider categories, to which it belongs with others. */
  readonly broader?: readonly string[]
}

/** Wider categories of several things. */
const MAMMAL = ['animal', 'creature', 'mammal', 'beast', 'wildlife']
const VEHICLE = ['vehicle', 'transport']
const DISHES = ['tableware', 'dishes', 'crockery']
const FOOD = ['food', 'meal']
const ELECTRONICS = ['electronics', 'device']

const ofKind = (kind: Concept['kind'], rows: readonly Omit<VocabularyEntry, 'kind'>[]): VocabularyEntry[] =>
  rows.map((row) => ({ kind, ...row }))

/** The categories of the COCO data set, in the order of the detector's outputs. */
export const OBJECTS: readonly VocabularyEntry[] = [
  ...ofKind('person', [
    { name: 'person', aliases: ['people', 'persons', 'human', 'humans', 'someone', 'somebody', 'individual'] },
  ]),
  ...ofKind('object', [
    { name: 'bicycle', aliases: ['bike', 'bikes', 'cyclist', 'cycling'], broader: VEHICLE },
    {
      name: 'car',
      aliases: ['automobile', 'auto'],
      narrower: ['taxi', 'cab', 'sedan', 'van', 'limousine'],
      broader: [...VEHICLE, 'traffic'],
    },
    { name: 'motorcycle', aliases: ['motorbike'], narrower: ['scooter', 'moped'], broader: [...VEHICLE, 'traffic'] },
    { name: 'airplane', aliases: ['plane', 'aeroplane', 'aircraft'], narrower: ['jet', 'airliner'], broader: VEHICLE },
    { name: 'bus', aliases: ['coach'], broader: [...VEHICLE, 'traffic'] },
    { name: 'train', aliases: ['railway'], narrower: ['tram', 'locomotive'], broader: VEHICLE },
    { name: 'truck', aliases: ['lorry'], narrower: ['pickup'], broader: [...VEHICLE, 'traffic'] },
    {
      name: 'boat',
      aliases: ['ship', 'vessel'],
      narrower: ['ferry', 'yacht', 'sailboat', 'canoe', 'trawler', 'barge'],
      broader: VEHICLE,
    },
    { name: 'traffic light', aliases: ['traffic signal', 'stoplight'] },
    { name: 'fire hydrant', aliases: ['hydrant'] },
    { name: 'stop sign', aliases: ['street sign', 'road sign'] },
    { name: 'parking meter' },
    { name: 'bench', broader: ['furniture', 'seat'] },
    {
      name: 'bird',
      narrower: [
        'gull',
        'seagull',
        'pigeon',
        'dove',
        'duck',
        'goose',
        'swan',
        'owl',
        'eagle',
        'hawk',
        'hen',
        'chicken',
        'rooster',
        'parrot',
        'crow',
        'sparrow',
        'robin',
        'heron',
        'stork',
      ],
      broader: ['animal', 'creature', 'beast', 'wildlife', 'pet'],
    },
    { name: 'cat', aliases: ['kitty', 'feline'], narrower: ['kitten'], broader: [...MAMMAL, 'pet'] },
    {
      name: 'dog',
      aliases: ['canine'],
      narrower: ['puppy', 'hound', 'terrier', 'spaniel', 'poodle', 'retriever'],
      broader: [...MAMMAL, 'pet'],
    },
    { name: 'horse', narrower: ['pony', 'mare', 'stallion', 'foal', 'donkey', 'mule'], broader: MAMMAL },
    { name: 'sheep', narrower: ['lamb', 'ram', 'goat'], broader: [...MAMMAL, 'livestock', 'cattle'] },
    { name: 'cow', narrower: ['bull', 'ox', 'oxen', 'calf'], broader: [...MAMMAL, 'livestock', 'cattle'] },
    { name: 'elephant', broader: MAMMAL },
    { name: 'bear', broader: MAMMAL },
    { name: 'zebra', broader: MAMMAL },
    { name: 'giraffe', broader: MAMMAL },
    { name: 'backpack', aliases: ['rucksack'], broader: ['container', 'bag'] },
    { name: 'umbrella', aliases: ['parasol'] },
    { name: 'handbag', aliases: ['bag'], narrower: ['purse'], broader: ['container', 'bag'] },
    { name: 'tie', aliases: ['necktie'], broader: ['clothing', 'clothes'] },
    { name: 'suitcase', aliases: ['luggage', 'baggage'], broader: ['container', 'bag'] },
    { name: 'frisbee', broader: ['toy', 'sport'] },
    { name: 'skis', aliases: ['ski', 'skiing', 'skier'], broader: ['sport'] },
    { name: 'snowboard', broader: ['sport'] },
    {
      name: 'sports ball',
      aliases: ['ball', 'soccer'],
      narrower: ['football', 'basketball', 'volleyball'],
      broader: ['sport'],
    },
    { name: 'kite', broader: ['toy'] },
    { name: 'baseball bat', aliases: ['bat'], broader: ['sport'] },
    { name: 'baseball glove', aliases: ['glove'], broader: ['sport'] },
    { name: 'skateboard', aliases: ['skateboarding', 'skateboarder'], broader: ['sport'] },
    { name: 'surfboard', aliases: ['surfing', 'surfer'], broader: ['sport'] },
    { name: 'tennis racket', aliases: ['racket', 'racquet', 'tennis'], broader: ['sport'] },
    { name: 'bottle', narrower: ['flask', 'jug'], broader: ['drink', 'beverage', 'container'] },
    { name: 'wine glass', aliases: ['wineglass', 'goblet'], broader: [...DISHES, 'glass', 'drink', 'beverage'] },
    { name: 'cup', aliases: ['mug', 'teacup'], broader: [...DISHES, 'glass', 'drink', 'beverage', 'container'] },
    { name: 'fork', broader: [...DISHES, 'cutlery', 'silverware'] },
    { name: 'knife', aliases: ['blade', 'knives'], broader: [...DISHES, 'cutlery', 'silverware', 'tool'] },
    { name: 'spoon', broader: [...DISHES, 'cutlery', 'silverware'] },
    { name: 'bowl', aliases: ['dish'], broader: [...DISHES, 'container'] },
    { name: 'banana', broader: ['fruit', ...FOOD] },
    { name: 'apple', broader: ['fruit', ...FOOD] },
    { name: 'sandwich', narrower: ['burger', 'hamburger'], broader: [...FOOD, 'snack'] },
    { name: 'orange', broader: ['fruit', ...FOOD] },
    { name: 'broccoli', broader: ['vegetable', ...FOOD] },
    { name: 'carrot', broader: ['vegetable', ...FOOD] },
    { name: 'hot dog', aliases: ['sausage', 'hotdog'], broader: [...FOOD, 'snack'] },
    { name: 'pizza', broader: FOOD },
    { name: 'donut', aliases: ['doughnut'], broader: [...FOOD, 'snack', 'dessert', 'sweet'] },
    { name: 'cake', narrower: ['cupcake', 'pastry'], broader: [...FOOD, 'dessert', 'sweet'] },
    { name: 'chair', narrower: ['armchair', 'stool'], broader: ['furniture', 'seat'] },
    { name: 'couch', aliases: ['sofa', 'settee'], broader: ['furniture', 'seat'] },
    {
      name: 'potted plant',
      aliases: ['houseplant', 'plant', 'pot plant'],
      narrower: ['flower', 'bouquet', 'blossom', 'cactus', 'fern'],
    },
    { name: 'bed', broader: ['furniture'] },
    { name: 'dining table', aliases: ['table'], narrower: ['desk', 'counter'], broader: ['furniture'] },
    { name: 'toilet' },
    { name: 'tv', aliases: ['television', 'monitor', 'screen', 'display'], broader: ELECTRONICS },
    { name: 'laptop', aliases: ['notebook'], broader: [...ELECTRONICS, 'computer'] },
    { name: 'mouse', broader: [...ELECTRONICS, 'computer'] },
    { name: 'remote', aliases: ['remote control'], broader: ELECTRONICS },
    { name: 'keyboard', broader: [...ELECTRONICS, 'computer'] },
    {
      name: 'cell phone',
      aliases: ['smartphone', 'phone', 'telephone', 'mobile', 'mobile phone', 'cellphone'],
      broader: ELECTRONICS,
    },
    { name: 'microwave', broader: ['appliance', 'kitchen'] },
    { name: 'oven', aliases: ['stove', 'cooker'], broader: ['appliance', 'kitchen'] },
    { name: 'toaster', broader: ['appliance', 'kitchen'] },
    { name: 'sink', aliases: ['basin', 'washbasin'], broader: ['kitchen'] },
    { name: 'refrigerator', aliases: ['fridge', 'freezer'], broader: ['appliance', 'kitchen'] },
    { name: 'book', narrower: ['magazine', 'textbook', 'notebook'] },
    { name: 'clock', aliases: ['timepiece'] },
    { name: 'vase', aliases: ['urn'], broader: ['container'] },
    { name: 'scissors', broader: ['tool'] },
    { name: 'teddy bear', aliases: ['stuffed animal', 'teddy'], broader: ['toy'] },
    { name: 'hair drier', aliases: ['hair dryer', 'hairdryer'] },
    { name: 'toothbrush' },
  ]),
]

/** The eleven basic colour terms (Berlin and Kay, 1969). */
export const COLOURS: readonly VocabularyEntry[] = [
  { name: 'black', kind: 'colour', aliases: ['ebony'] },
  { name: 'grey', kind: 'colour', aliases: ['gray', 'silver'] },
  { name: 'white', kind: 'colour', aliases: ['whitish'] },
  { name: 'red', kind: 'colour', aliases: ['crimson', 'scarlet', 'reddish'] },
  { name: 'orange', kind: 'colour' },
  { name: 'brown', kind: 'colour', aliases: ['brownish'] },
  { name: 'yellow', kind: 'colour', aliases: ['amber', 'yellowish', 'golden'] },
  { name: 'green', kind: 'colour', aliases: ['greenish'] },
  { name: 'blue', kind: 'colour', aliases: ['bluish', 'navy'] },
  { name: 'purple', kind: 'colour', aliases: ['violet', 'mauve', 'lilac'] },
  { name: 'pink', kind: 'colour', aliases: ['pinkish', 'magenta'] },
]

/** All other words of the engine. */
export const ATTRIBUTES: readonly VocabularyEntry[] = [
  { name: 'man', kind: 'face', aliases: ['men', 'gentleman', 'guy', 'male'], broader: ['adult'] },
  { name: 'woman', kind: 'face', aliases: ['women', 'lady', 'female'], broader: ['adult'] },
  { name: 'boy', kind: 'face', aliases: ['boys'] },
  { name: 'girl', kind: 'face', aliases: ['girls'] },
  { name: 'child', kind: 'face', aliases: ['children', 'kid', 'kids', 'toddler'] },
  { name: 'elderly person', kind: 'face', aliases: ['old', 'elderly', 'senior'], broader: ['adult'] },
  { name: 'face', kind: 'face', aliases: ['faces', 'facial', 'portrait'] },
  { name: 'smiling', kind: 'face', aliases: ['smile', 'smiles', 'happy', 'laughing', 'laugh', 'cheerful', 'grin'] },
  { name: 'angry', kind: 'face', aliases: ['anger', 'frown', 'frowning'] },
  { name: 'sad', kind: 'face', aliases: ['unhappy', 'sadness'] },
  { name: 'surprised', kind: 'face', aliases: ['surprise', 'astonished'] },
  { name: 'hand', kind: 'hand', aliases: ['hands', 'fist', 'palm'] },
  { name: 'standing', kind: 'pose', aliases: ['stand', 'stands'] },
  { name: 'sitting', kind: 'pose', aliases: ['sit', 'sits', 'seated'] },
  { name: 'walking', kind: 'pose', aliases: ['walk', 'walks', 'walker', 'pedestrian'] },
  { name: 'lying', kind: 'pose', aliases: ['lie', 'lies', 'sleeping', 'asleep'] },
  { name: 'couple', kind: 'scene', aliases: ['pair', 'two people'] },
  { name: 'group', kind: 'scene', aliases: ['audience', 'team'], broader: ['gathering'] },
  { name: 'crowd', kind: 'scene', aliases: ['mob', 'crowded'], broader: ['gathering'] },
  { name: 'sky', kind: 'scene', aliases: ['cloud', 'clouds'] },
  {
    name: 'greenery',
    kind: 'scene',
    aliases: ['vegetation', 'grass', 'tree', 'trees', 'leaf', 'leaves', 'foliage', 'forest', 'woods', 'meadow', 'bush'],
  },
  { name: 'plain background', kind: 'scene', aliases: ['blank background', 'background'] },
  { name: 'bright', kind: 'light', aliases: ['sunny', 'sunlit'] },
  { name: 'dark', kind: 'light', aliases: ['darkness', 'night'] },
  { name: 'black and white', kind: 'tone', aliases: ['monochrome', 'greyscale', 'grayscale', 'black-and-white'] },
  { name: 'colourful', kind: 'tone', aliases: ['colourful', 'colorful', 'vivid'] },
  { name: 'close-up', kind: 'shot', aliases: ['close-up', 'close up', 'closeup'] },
  { name: 'medium shot', kind: 'shot', aliases: ['medium shot'] },
  { name: 'wide shot', kind: 'shot', aliases: ['wide shot', 'long shot'] },
]

/** Every word that the engine may use. */
export const VOCABULARY: readonly VocabularyEntry[] = [...OBJECTS, ...COLOURS, ...ATTRIBUTES]
