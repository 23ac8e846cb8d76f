import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createShell, type Shell, type ShellOptions } from './createShell.ts'

let shell: Shell
const mocks = () => ({ onEscape: vi.fn(), onBackdrop: vi.fn(), onForcedClose: vi.fn() })
let events: ReturnType<typeof mocks>

const make = (options: Partial<ShellOptions> = {}) => {
  shell = createShell({ container: document.body, embedded: false, ...events, ...options })
  const button = document.createElement('button')
  button.textContent = 'Inside'
  shell.mount.append(button)
  return button
}
const opener = () => {
  const button = document.body.appendChild(document.createElement('button'))
  button.textContent = 'Opener'
  button.focus()
  return button
}
const dialog = () => shell.card as HTMLDialogElement
const press = (type: 'pointerdown' | 'click', x: number, y: number, target: Element = shell.card) =>
  target.dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, bubbles: true, composed: true, cancelable: true }),
  )

beforeEach(async () => {
  events = mocks()
  await page.viewport(1_280, 800)
})
afterEach(() => {
  shell.destroy()
  document.body.replaceChildren()
})

describe('the place in the page', () => {
  it('R2-8 is the end of the body, in a shadow root without a style element', () => {
    document.body.append(document.createElement('p'))
    make()
    expect(document.body.lastElementChild).toBe(shell.element)
    expect(shell.element.shadowRoot?.querySelector('style, link, [style]')).toBeNull()
  })

  it('R2-9 is nowhere when appending is off', () => {
    make({ container: null })
    expect(shell.element.isConnected).toBe(false)
  })

  it('R2-10 is a card in the page when embedded', () => {
    const place = document.body.appendChild(document.createElement('div'))
    make({ container: place, embedded: true })
    expect(shell.element.parentElement).toBe(place)
    expect(shell.card.tagName).toBe('SECTION')
    shell.show()
    expect(document.documentElement.scrollHeight).toBeGreaterThan(0)
    expect(getComputedStyle(document.documentElement).overflowY).toBe('visible')
  })

  it.each([
    ['has its width in a page that centres it', 800, 360],
    ['is no wider than its place', 280, 280],
  ])('a card in the page %s', (_name, room, width) => {
    const place = document.body.appendChild(document.createElement('div'))
    Object.assign(place.style, { display: 'grid', justifyItems: 'center', inlineSize: `${room}px` })
    make({ container: place, embedded: true })
    expect(shell.card.getBoundingClientRect().width).toBe(width)
  })

  it('becomes a sheet at the bottom of a phone', async () => {
    await page.viewport(390, 844)
    make()
    shell.show()
    for (const animation of shell.card.getAnimations()) animation.finish()
    const { left, right, bottom } = shell.card.getBoundingClientRect()
    expect([left, right, bottom]).toEqual([0, 390, 844])
  })

  it('R2-56 R9-57 R9-58 is 360 px wide, dark or light', () => {
    make()
    shell.show()
    expect(shell.card.getBoundingClientRect().width).toBe(360)
    expect(getComputedStyle(shell.card).backgroundColor).toBe('rgb(18, 19, 19)')
    shell.element.dataset.theme = 'light'
    expect(getComputedStyle(shell.card).backgroundColor).toBe('rgb(255, 255, 255)')
  })
})

describe('focus', () => {
  it('goes in and returns to the opener', () => {
    const button = opener()
    make()
    shell.show()
    expect(shell.element.contains(document.activeElement)).toBe(true)
    shell.hide()
    expect(document.activeElement).toBe(button)
  })

  it('returns to an opener in a shadow root', () => {
    const host = document.body.appendChild(document.createElement('div'))
    const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'))
    inner.focus()
    make()
    shell.show()
    shell.hide()
    expect(host.shadowRoot?.activeElement).toBe(inner)
  })

  it('cannot be taken by the page behind', () => {
    const button = opener()
    make()
    shell.show()
    button.focus()
    expect(document.activeElement).toBe(shell.element)
  })

  it('stays inside with Tab', async () => {
    opener()
    const inside = make()
    shell.show()
    for (let step = 0; step < 4; step += 1) {
      await userEvent.tab()
      expect([shell.element, document.body]).toContain(document.activeElement)
    }
    inside.focus()
    expect(shell.element.shadowRoot?.activeElement).toBe(inside)
  })
})

describe('ways out', () => {
  it('Escape asks, however often it is pressed', async () => {
    make()
    shell.show()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    expect(events.onEscape).toHaveBeenCalledTimes(3)
    expect(dialog().open).toBe(true)
  })

  it('leaves Escape to an input method', () => {
    make().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true }))
    expect(events.onEscape).not.toHaveBeenCalled()
  })

  it('the back gesture asks too', () => {
    make()
    shell.show()
    dialog().dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(events.onEscape).toHaveBeenCalledTimes(1)
    expect(dialog().open).toBe(true)
  })

  it('a press on the backdrop closes, a drag out of the card does not', () => {
    const inside = make()
    shell.show()
    press('pointerdown', 2, 2)
    press('click', 2, 2)
    expect(events.onBackdrop).toHaveBeenCalledTimes(1)
    press('pointerdown', 200, 200, inside)
    press('click', 2, 2)
    expect(events.onBackdrop).toHaveBeenCalledTimes(1)
  })

  it('a press on the bare card does not close', () => {
    make()
    shell.show()
    const { left, top } = shell.card.getBoundingClientRect()
    press('pointerdown', left + 5, top + 5)
    press('click', left + 5, top + 5)
    expect(events.onBackdrop).not.toHaveBeenCalled()
  })

  it('tells when the browser closes it', async () => {
    make()
    shell.show()
    dialog().close()
    await expect.poll(() => events.onForcedClose.mock.calls.length).toBe(1)
  })
})

describe('the page behind', () => {
  it('does not scroll and does not move', () => {
    const tall = document.body.appendChild(document.createElement('div'))
    tall.style.height = '4000px'
    const width = tall.getBoundingClientRect().width
    make()
    shell.show()
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
    expect(tall.getBoundingClientRect().width).toBe(width)
    shell.hide()
    expect(getComputedStyle(document.documentElement).overflowY).toBe('visible')
  })

  it('does not stay locked by one of two modals', () => {
    make()
    const first = shell
    first.show()
    make()
    shell.show()
    first.hide()
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
    shell.hide()
    expect(getComputedStyle(document.documentElement).overflowY).toBe('visible')
    first.destroy()
  })

  it('may have hidden everything but its own dialog', () => {
    make()
    shell.element.setAttribute('aria-hidden', 'true')
    shell.element.inert = true
    shell.show()
    expect(shell.element.hasAttribute('aria-hidden')).toBe(false)
    expect(shell.element.inert).toBe(false)
  })
})

describe('the frame', () => {
  it('lives on, whatever is shown', async () => {
    make()
    const iframe = document.createElement('iframe')
    const loaded = vi.fn()
    iframe.addEventListener('load', loaded)
    shell.frameLayer.append(iframe)
    const inside = iframe.contentWindow
    for (let step = 0; step < 3; step += 1) {
      shell.show()
      shell.setFrameShown(true)
      shell.setFrameShown(false)
      shell.hide()
    }
    await expect.poll(() => loaded.mock.calls.length).toBe(1)
    expect(iframe.contentWindow).toBe(inside)
  })

  it('cannot be reached while it is hidden, and takes the focus when it comes', () => {
    make()
    const iframe = shell.frameLayer.appendChild(document.createElement('iframe'))
    shell.show()
    iframe.focus()
    expect(shell.element.shadowRoot?.activeElement).not.toBe(iframe)
    expect(getComputedStyle(shell.frameLayer).visibility).toBe('hidden')
    shell.setFrameShown(true)
    expect(shell.element.shadowRoot?.activeElement).toBe(iframe)
    expect(getComputedStyle(shell.frameLayer).visibility).toBe('visible')
  })
})
