import type { Scene, Vector } from './scene.ts'
import {
  apple,
  board,
  book,
  butter,
  CREAM,
  clock,
  cloth,
  egg,
  flour,
  halfLemon,
  INDIGO,
  knife,
  leaf,
  lemon,
  orange,
  printed,
  table,
  tart,
  tea,
  ware,
} from './table.ts'

const RED: Vector = [0.5, 0.1, 0.06]

export const opening: Scene = {
  ...table,
  things: [
    ware('bowl', [1.2, 0, 0.5], INDIGO, CREAM),
    lemon([0.7, 0.62, 0.85], 1, { spin: 30, tilt: 12 }),
    lemon([1.55, 0.6, 1.05], 2, { spin: -40 }),
    lemon([1.05, 0.66, 0.05], 3, { spin: 80, tilt: -8 }),
    orange([1.85, 0.72, 0.25], 1, { roll: 30 }),
    apple([-0.9, 0.46, -1.3], 1, { roll: -14 }),
    ware('cup', [-1.9, 0, 1.7], CREAM, CREAM, { spin: 200 }),
    tea([-1.9, 0, 1.7]),
    lemon([2.2, 0.35, -1.7], 5, { spin: 20 }),
    leaf([2.6, 0.16, -1.4], 5, { spin: -30 }),
    cloth([3.9, 0.02, 1.2], 24, [1.6, 0.02, 2.2], RED),
    halfLemon([0.55, 0.36, -1.9], 1, { tilt: 10, roll: -50 }),
  ],
  eye: [0, 11, -0.4],
  look: [0, 0, 0],
  view: 36,
}

export const fruit: Scene = {
  ...table,
  things: [
    ware('bowl', [0.5, 0, 1.0], INDIGO, CREAM),
    lemon([0.0, 0.72, 0.8], 1, { spin: 30, tilt: 20 }),
    lemon([0.95, 0.7, 1.4], 2, { spin: -40 }),
    orange([0.75, 0.86, 0.55], 1, { roll: 30 }),
    lemon([0.35, 1.0, 1.3], 3, { spin: 110, tilt: -12 }),
    apple([-1.6, 0.46, -1.0], 1, { roll: -12, spin: 40 }),
    orange([2.05, 0.49, -1.0], 2, { roll: -30, spin: 70 }),
    halfLemon([0.1, 0.36, -1.6], 1, { tilt: 6, roll: -62, spin: 8 }),
    lemon([0.95, 0.35, -1.35], 4, { spin: -24 }),
    leaf([-0.75, 0.14, -1.75], 2, { spin: 35 }),
    ware('cup', [-2.7, 0, 1.5], CREAM, CREAM, { spin: 205 }),
    tea([-2.7, 0, 1.5]),
  ],
  eye: [-1.0, 2.9, -7.4],
  look: [0.1, 0.55, -0.4],
  view: 29,
  aperture: 0.06,
}

export const card: Scene = {
  ...table,
  things: [
    printed([-1.9, 0.0, 0], 4, [1.7, 0.012, 2.2], 0),
    ware('bowl', [2.3, 0, 1.1], CREAM, CREAM),
    flour([2.3, 0, 1.1]),
    board([2.1, 0, -1.75], -9, [1.35, 0.06, 0.8]),
    butter([2.35, 0.12, -1.75], -16),
    egg([0.55, 0.31, -1.0], 1, { spin: 40 }),
    egg([0.75, 0.31, -1.75], 4, { spin: 110 }),
    egg([0.3, 0.31, 1.2], 2, { spin: -30 }),
    egg([0.45, 0.31, 2.0], 3, { spin: 75 }),
    halfLemon([-4.25, 0.36, -1.5], 1, { roll: -30, spin: 12 }),
    lemon([-4.5, 0.35, -0.4], 3, { spin: 62 }),
  ],
  eye: [0, 9.6, -0.5],
  look: [0, 0, 0],
  view: 36,
}

export const oven: Scene = {
  ...table,
  things: [
    clock([1.25, 0, 0.1], 2),
    book([-3.5, 0, 0.55], -8, 1),
    cloth([4.1, 0.02, -0.6], -12, [1.3, 0.02, 2.6], RED),
    lemon([3.5, 0.41, 0.7], 2, { spin: 40 }),
    apple([-1.0, 0.46, 1.6], 3, { roll: 10 }),
    egg([-0.75, 0.31, -1.55], 2, { spin: 30 }),
  ],
  eye: [0, 8.6, -0.4],
  look: [0, 0, 0],
  view: 36,
}

export const served: Scene = {
  ...table,
  things: [
    cloth([0.2, 0.02, -0.2], 8, [2.7, 0.02, 2.3], [0.1, 0.2, 0.32]),
    ware('plate', [0, 0.05, 0], CREAM, CREAM, { size: 1.22 }),
    ...tart([0, 0.14, 0], -20),
    ware('saucer', [-3.2, 0, 1.2], CREAM, INDIGO, { size: 1.1 }),
    ware('cup', [-3.2, 0.06, 1.2], INDIGO, CREAM, { spin: 215 }),
    tea([-3.2, 0.06, 1.2]),
    halfLemon([2.7, 0.38, -1.2], 2, { roll: -48, spin: -20 }),
    lemon([3.2, 0.36, -0.4], 3, { spin: 35 }),
    leaf([2.2, 0.15, -1.6], 3, { spin: 20 }),
    knife([-2.5, 0.02, -1.6], 28),
  ],
  eye: [-0.6, 5.6, -6.6],
  look: [0, 0.2, -0.1],
  view: 33,
  aperture: 0.04,
}
