import { afterEach, describe, expect, it } from 'vitest'
import { adoptStyles } from './adoptStyles.ts'
import { applyAccent } from './computeAccent.ts'

describe('adoptStyles', () => {
  afterEach(() => {
    document.body.replaceChildren()
  })

  it('styles a shadow root without a style element, and takes it back', () => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = host.attachShadow({ mode: 'open' })
    const inside = root.appendChild(document.createElement('p'))
    const undo = adoptStyles(root, 'p { color: rgb(1, 2, 3) }')
    const keep = adoptStyles(root, 'p { margin: 7px }')
    expect(getComputedStyle(inside).color).toBe('rgb(1, 2, 3)')
    expect(root.querySelector('style')).toBeNull()
    undo()
    expect(getComputedStyle(inside).color).not.toBe('rgb(1, 2, 3)')
    expect(getComputedStyle(inside).marginTop).toBe('7px')
    keep()
    expect(root.adoptedStyleSheets).toHaveLength(0)
  })

  it('styles the document of a frame', () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const inner = frame.contentDocument
    if (!inner) throw new Error('No document')
    const undo = adoptStyles(inner, 'body { margin: 3px }')
    expect(frame.contentWindow?.getComputedStyle(inner.body).marginTop).toBe('3px')
    undo()
    expect(inner.adoptedStyleSheets).toHaveLength(0)
  })
})

describe('applyAccent', () => {
  it('sets a valid accent, and goes back to the default for another', () => {
    const element = document.createElement('div')
    expect(applyAccent(element, '#0b57d0', 'light')).toBe(true)
    expect(element.style.getPropertyValue('--lk-accent-fill')).toBe('#0b57d0')
    expect(applyAccent(element, 'red;} body{display:none', 'light')).toBe(false)
    expect(element.style.length).toBe(0)
  })
})
