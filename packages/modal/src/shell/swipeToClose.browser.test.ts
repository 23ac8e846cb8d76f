import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isEnough, swipeToClose } from './swipeToClose.ts'

let card: HTMLElement
let header: HTMLElement
let closed = 0
let letGo: () => void

beforeEach(() => {
  card = document.createElement('div')
  card.innerHTML =
    '<header class="lk-header"><button type="button">x</button><h2>Title</h2></header><p>Text</p>'
  document.body.append(card)
  header = card.querySelector('h2') as HTMLElement
  card.setPointerCapture = () => undefined
  closed = 0
  letGo = swipeToClose(card, () => {
    closed += 1
  })
})
afterEach(() => {
  letGo()
  card.remove()
})

const send = (type: string, y: number, change: { target?: Element; pointerType?: string } = {}) =>
  (change.target ?? header).dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 7,
      pointerType: change.pointerType ?? 'touch',
      clientY: y,
    }),
  )

describe('a card that a finger pulls down', () => {
  it('follows the finger, and closes when it was pulled far enough', () => {
    send('pointerdown', 10)
    send('pointermove', 60)
    expect(card.style.translate).toBe('0px 50px')
    send('pointermove', 140)
    send('pointerup', 140)
    expect(closed).toBe(1)
  })

  it('comes back otherwise, and is not pulled up', () => {
    send('pointerdown', 100)
    send('pointermove', 40)
    expect(card.style.translate).toBe('')
    send('pointercancel', 300)
    expect(closed).toBe(0)
    expect(card.style.translate).toBe('')
  })

  it('heeds neither a mouse, nor a press on a button, nor the text below the header', () => {
    send('pointerdown', 10, { pointerType: 'mouse' })
    send('pointerup', 400, { pointerType: 'mouse' })
    const [button, text] = [card.querySelector('button'), card.querySelector('p')]
    if (!button || !text) throw new Error('not drawn')
    for (const target of [button, text]) {
      send('pointerdown', 10, { target })
      send('pointerup', 400, { target })
    }
    expect(closed).toBe(0)
  })

  it.each([
    [96, 5_000, true],
    [95, 5_000, false],
    [40, 60, true],
    [20, 5, false],
    [-200, 100, false],
  ])('%s px in %s ms: %s', (way, ms, closes) => expect(isEnough(way, ms)).toBe(closes))
})
