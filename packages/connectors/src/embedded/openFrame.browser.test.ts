import { STORAGE_KEYS } from '@latchkey/core'
import { expect, it } from 'vitest'
import { embedded } from '../embedded.ts'
import { connectorContext } from '../testing/connectorContext.ts'
import { openFrame } from './FrameConnection.ts'

it('refuses a wallet on the site of the page, and puts no iframe into it', async () => {
  const context = connectorContext({
    services: { walletOrigin: location.origin, apiOrigin: location.origin },
    getFrameContainer: async () => document.body,
  })
  context.storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  await expect(embedded()(context).reconnect({})).rejects.toMatchObject({ code: 6001 })
  expect(document.querySelector('iframe')).toBeNull()
})

it('R4-20 puts the iframe where it is told, and takes it away when it is aborted', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  const controller = new AbortController()
  const context = connectorContext({
    // Nothing answers there; what matters is that it is another site.
    services: { walletOrigin: 'http://wallet.localhost:9', apiOrigin: 'http://127.0.0.1:9' },
    getFrameContainer: async () => container,
  })
  let created = 0
  const opening = openFrame(context, {
    signal: controller.signal,
    onCreated: () => {
      created += 1
      expect(container.querySelectorAll('iframe')).toHaveLength(1)
      controller.abort()
    },
  })
  await expect(opening).rejects.toMatchObject({ code: 1004 })
  expect(created).toBe(1)
  expect(container.children).toHaveLength(0)
  container.remove()
})
