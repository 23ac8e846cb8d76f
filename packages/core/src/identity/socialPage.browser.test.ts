import { expect, it, vi } from 'vitest'
import { browserPage } from './socialPage.ts'

it('knows its window, the messages that come from it, and its end', async () => {
  const opened = browserPage.open('about:blank')
  if (!opened) throw new Error('No window was opened')
  expect(opened.isClosed()).toBe(false)
  const seen: { data: unknown; own: boolean }[] = []
  const stop = browserPage.onMessage(({ data, source }) => {
    if (data === 'theirs' || data === 'ours') seen.push({ data, own: opened.isSource(source) })
  })
  // The window of that name is the one that is open already.
  const popup = window.open('', 'latchkey-social')
  popup?.document.body.append(
    Object.assign(popup.document.createElement('script'), { text: "opener.postMessage('theirs', '*')" }),
  )
  window.postMessage('ours', '*')
  await expect.poll(() => seen.length).toBe(2)
  expect(seen).toEqual(
    expect.arrayContaining([
      { data: 'theirs', own: true },
      { data: 'ours', own: false },
    ]),
  )
  stop()
  opened.close()
  await expect.poll(() => opened.isClosed()).toBe(true)
})

it('tells when the browser opens no window', () => {
  const refuse = vi.spyOn(window, 'open').mockReturnValue(null)
  expect(browserPage.open('https://wallet.example/social')).toBeUndefined()
  refuse.mockRestore()
})

it('gives the address its fragment back, as a router hears it, and takes no other away', async () => {
  const before = location.href
  const heard = vi.fn()
  window.addEventListener('hashchange', heard)
  browserPage.restoreHash('')
  expect(location.href).toBe(before)
  browserPage.restoreHash('#/shop')
  expect(location.hash).toBe('#/shop')
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  browserPage.restoreHash('#/other')
  expect(location.hash).toBe('#/shop')
  window.removeEventListener('hashchange', heard)
  history.replaceState(history.state, '', before)
})
