import './panel.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPanelStage, type PanelLook, type PanelStage } from './createPanelStage.ts'

let root: HTMLElement
let stage: PanelStage
beforeEach(() => {
  root = document.createElement('div')
  document.body.append(root)
  stage = createPanelStage({ root, host: 'keys.localhost', isSeen: () => true, isGenuine: () => true })
})
afterEach(() => {
  stage.close()
  root.remove()
})

const open = (look: PanelLook) => {
  stage
    .run(look, new AbortController().signal, (panel) => panel.ask(() => ({ title: 'Title' })))
    .catch(() => undefined)
  return expect.poll(() => root.querySelector('.kp-title')).not.toBeNull()
}
const glyph = () => root.querySelector<HTMLElement>('.kp-glyph')

test('the strip has the wallet’s name and the picture that the person chose', async () => {
  await open({ themeMode: 'dark', walletName: 'Acorn', picture: 'boat-teal' })
  expect(root.querySelector('.kp-name')?.textContent).toBe('Acorn')
  expect(root.querySelector('.kp-host')?.textContent).toBe('keys.localhost')
  expect(glyph()?.style.background).toBe('rgb(20, 112, 122)')
})

test.each([undefined, 'boat-red', 'url(evil)-x'])(
  '%s is no picture: the key stands there',
  async (picture) => {
    await open({ themeMode: 'light', picture })
    expect(glyph()?.dataset.picture).toBeUndefined()
    expect(glyph()?.style.background).toBe('')
  },
)
