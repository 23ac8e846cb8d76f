import { expect, it } from 'vitest'
import { createFrameElement, listedNamespaces } from './FrameConnection.ts'

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

it('R9-63 asks the frame for a log where the page keeps one, of another level only where the page says so', () => {
  const address = {
    walletOrigin: 'https://wallet.example',
    projectId: 'demo',
    chainId: 'eip155:1',
    version: 1,
  }
  const asked = (logLevel: 'silent' | 'error' | 'debug') => {
    const { searchParams } = new URL(createFrameElement({ ...address, logLevel }).src)
    return [searchParams.get('enableLogger'), searchParams.get('logLevel')]
  }
  expect(asked('silent')).toEqual(['false', null])
  expect(asked('error')).toEqual(['true', null])
  expect(asked('debug')).toEqual(['true', 'debug'])
})

it('names the namespaces that the page lists, unless that is Ethereum’s alone', () => {
  const listed = (...names: string[]) =>
    listedNamespaces(names.map((chainNamespace) => ({ chainNamespace })) as never)
  expect(listed('eip155', 'eip155')).toBeUndefined()
  expect(listed()).toBeUndefined()
  const address = {
    walletOrigin: 'https://wallet.example',
    projectId: 'demo',
    chainId: 'eip155:1',
    version: 1,
  }
  const iframe = createFrameElement({ ...address, namespaces: listed('eip155', 'solana', 'eip155') })
  expect(new URL(iframe.src).searchParams.get('namespaces')).toBe('eip155,solana')
})
