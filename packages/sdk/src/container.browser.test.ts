import { localhost } from '@latchkey/chain-evm'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLatchkey, type Latchkey } from './createLatchkey.ts'

let latchkey: Latchkey
const load = (container: HTMLElement | null) => {
  latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'http://127.0.0.1:9',
    networks: [localhost],
    container,
    preload: 'none',
  })
}
const dialog = () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('@latchkey/modal/mountModal')
})
beforeEach(() => localStorage.clear())
afterEach(() => {
  latchkey.destroy()
  document.body.replaceChildren()
})

it('R2-9 with `container: null` the page puts the modal where it wants it', async () => {
  load(null)
  const place = document.body.appendChild(document.createElement('div'))
  const element = await latchkey.element()
  expect(element.isConnected).toBe(false)
  place.append(element)
  latchkey.open()
  await expect.poll(() => dialog()?.open).toBe(true)
  expect(element.parentElement).toBe(place)
  expect(await latchkey.element()).toBe(element)
  latchkey.close()
  expect(dialog()?.open).toBe(false)
})

it('an opening that nobody would see is refused, and told to the page', async () => {
  load(null)
  const alerts: unknown[] = []
  latchkey.on('alert', ({ kind, code }) => alerts.push([kind, code]))
  const work = expect(latchkey.connect()).rejects.toMatchObject({ code: 4001 })
  await work
  await expect.poll(() => alerts).toEqual([['modalNotPlaced', 5241]])
  expect(latchkey.getState().open).toBe(false)
  expect(document.querySelector('latchkey-modal')).toBeNull()
  document.body.append(await latchkey.element())
  latchkey.open()
  await expect.poll(() => dialog()?.open).toBe(true)
})
