import { lettering, withStops } from '../drawing/light.ts'
import { vertical } from './sky.ts'

type Canvas = OffscreenCanvasRenderingContext2D

/** The fishing boat Martha, 620 pixels long at size 1; 0, 0 at its waterline amidships. */
export function fishingBoat(canvas: Canvas, size: number) {
  canvas.save()
  canvas.scale(size, size)
  // Mast, boom and stays.
  canvas.strokeStyle = '#4a3128'
  canvas.lineCap = 'round'
  for (const [x1, y1, x2, y2, wide] of [
    [-40, -96, -40, -372, 9],
    [-40, -150, -196, -268, 6],
    [196, -120, 196, -250, 6],
  ] as const) {
    canvas.lineWidth = wide
    canvas.beginPath()
    canvas.moveTo(x1, y1)
    canvas.lineTo(x2, y2)
    canvas.stroke()
  }
  canvas.strokeStyle = 'rgba(40, 30, 40, .75)'
  canvas.lineWidth = 1.6
  for (const [x1, y1, x2, y2] of [
    [-40, -366, -300, -118],
    [-40, -366, 196, -246],
    [-196, -268, -40, -340],
    [196, -246, 292, -92],
  ] as const) {
    canvas.beginPath()
    canvas.moveTo(x1, y1)
    canvas.quadraticCurveTo((x1 + x2) / 2, (y1 + y2) / 2 + 8, x2, y2)
    canvas.stroke()
  }
  // Wheelhouse.
  canvas.fillStyle = vertical(canvas, -216, -84, [
    [0, '#fbeedb'],
    [1, '#c7b3a4'],
  ])
  canvas.beginPath()
  canvas.roundRect(30, -206, 136, 130, 5)
  canvas.fill()
  canvas.fillStyle = '#8c2f2a'
  canvas.beginPath()
  canvas.roundRect(20, -220, 158, 18, 6)
  canvas.fill()
  canvas.fillStyle = vertical(canvas, -190, -136, [
    [0, '#ffe6a6'],
    [1, '#f5b35c'],
  ])
  for (const x of [42, 84, 126]) {
    canvas.beginPath()
    canvas.roundRect(x, -188, 30, 46, 4)
    canvas.fill()
  }
  canvas.strokeStyle = '#6b4a3a'
  canvas.lineWidth = 2.5
  for (const x of [42, 84, 126]) canvas.strokeRect(x + 1, -187, 28, 44)
  canvas.fillStyle = '#2f5b66'
  canvas.beginPath()
  canvas.roundRect(180, -128, 58, 50, 6)
  canvas.fill()
  // Hull: high bow to the left, white rail, blue line, shadow under water.
  const hull = new Path2D()
  hull.moveTo(-318, -128)
  hull.bezierCurveTo(-200, -84, 60, -66, 300, -98)
  hull.bezierCurveTo(310, -60, 296, -20, 276, 16)
  hull.lineTo(-226, 16)
  hull.bezierCurveTo(-268, -20, -300, -70, -318, -128)
  canvas.fillStyle = vertical(canvas, -128, 18, [
    [0, '#e4553d'],
    [0.45, '#c23a2c'],
    [0.85, '#7c211f'],
    [1, '#4d1519'],
  ])
  canvas.fill(hull)
  canvas.save()
  canvas.clip(hull)
  canvas.strokeStyle = 'rgba(60, 10, 14, .28)'
  canvas.lineWidth = 1.6
  for (let plank = 1; plank < 6; plank += 1) {
    canvas.beginPath()
    canvas.moveTo(-330, -128 + plank * 21)
    canvas.bezierCurveTo(-200, -84 + plank * 19, 60, -66 + plank * 17, 310, -98 + plank * 20)
    canvas.stroke()
  }
  canvas.fillStyle = '#20344a'
  canvas.fillRect(-330, -8, 660, 30)
  canvas.fillStyle = '#efe2cf'
  canvas.fillRect(-330, -14, 660, 5)
  const side = withStops(
    canvas.createLinearGradient(-320, 0, 300, 0),
    [0, 'rgba(255, 190, 130, .4)'],
    [0.3, 'rgba(255, 190, 130, 0)'],
    [0.7, 'rgba(30, 10, 40, 0)'],
    [1, 'rgba(30, 10, 40, .5)'],
  )
  canvas.fillStyle = side
  canvas.fillRect(-330, -140, 660, 170)
  canvas.restore()
  canvas.strokeStyle = '#f6e6cd'
  canvas.lineWidth = 8
  canvas.beginPath()
  canvas.moveTo(-316, -127)
  canvas.bezierCurveTo(-200, -83, 60, -65, 299, -97)
  canvas.stroke()
  canvas.save()
  canvas.translate(-214, -56)
  canvas.rotate(0.1)
  lettering(canvas, 'MARTHA', [0, 0], { size: 40, weight: 700, colour: '#fbefdb' })
  canvas.restore()
  lettering(canvas, 'LN 47', [176, -44], { size: 30, weight: 650, colour: '#fbefdb' })
  for (const x of [-8, 70, 148]) {
    canvas.fillStyle = vertical(canvas, -64, -8, [
      [0, '#f3ead8'],
      [1, '#8d8a8e'],
    ])
    canvas.beginPath()
    canvas.ellipse(x, -38, 13, 24, 0, 0, 7)
    canvas.fill()
    canvas.fillStyle = '#24415c'
    canvas.fillRect(x - 13, -40, 26, 6)
  }
  canvas.restore()
}
