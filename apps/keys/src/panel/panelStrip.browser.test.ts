import './panel.css'
import { expect, test } from 'vitest'
import type { PanelLook } from './createPanelStage.ts'
import { stagePanels } from './testing/stagePanels.ts'

const stand = stagePanels({ isGenuine: () => true })

const open = (look: PanelLook) => {
  stand.stage
    .run(look, new AbortController().signal, (panel) => panel.ask(() => ({ title: 'Title' })))
    .catch(() => undefined)
  return expect.poll(() => stand.root.querySelector('.kp-title')).not.toBeNull()
}
const glyph = () => stand.root.querySelector<HTMLElement>('.kp-glyph')

test('the strip has the wallet’s name and the picture that the person chose', async () => {
  await open({ themeMode: 'dark', walletName: 'Acorn', picture: 'boat-teal' })
  expect(stand.root.querySelector('.kp-name')?.textContent).toBe('Acorn')
  expect(stand.root.querySelector('.kp-host')?.textContent).toBe('keys.localhost')
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
