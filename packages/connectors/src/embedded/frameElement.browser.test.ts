import { expect, it } from 'vitest'
import { createFrameElement } from './FrameConnection.ts'

it('R7-57 carries public data only, and may do only what it needs', () => {
  const iframe = createFrameElement({
    walletOrigin: 'https://wallet.example',
    projectId: 'demo',
    chainId: 'eip155:1',
    version: 1,
  })
  expect(iframe.src).toBe(
    'https://wallet.example/frame?projectId=demo&chainId=eip155%3A1&version=1&enableLogger=false',
  )
  expect(iframe.getAttribute('sandbox')).not.toMatch(/top-navigation|modals|downloads/)
  for (const feature of iframe.allow.split('; '))
    expect(feature).toMatch(/^[a-z-]+ https:\/\/wallet\.example$/)
  expect(iframe.referrerPolicy).toBe('strict-origin')
  expect(iframe.title).not.toBe('')
  // The wallet's own window finds it by this name, and nobody else needs it.
  expect(iframe.name).toMatch(/^lk-[A-Za-z0-9_-]{22}$/)
})
