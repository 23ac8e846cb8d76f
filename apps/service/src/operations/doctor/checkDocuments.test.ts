import { expect, test } from 'vitest'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { type DocumentKind, documentHeaders } from '../../documents/documentHeaders.ts'
import { compareHeaders } from './checkDocuments.ts'

const config = {
  walletOrigin: 'https://wallet-one.example',
  keysOrigin: 'https://keys-one.example',
  apiOrigin: 'https://api-one.example',
} as ServiceConfig
const pages = [{ pattern: 'https://shop.example.com', publicSuffix: 'com' }]
const expected = (kind: DocumentKind = 'frame') => documentHeaders(config, kind, pages)

test.each<DocumentKind>(['frame', 'keys', 'account', 'window', 'panel', 'passkey'])(
  '%s as the service sends it',
  (kind) => {
    const served = expected(kind)
    served.set('server', 'nginx')
    served.set('content-type', 'text/html')
    expect(compareHeaders(expected(kind), served)).toEqual([])
  },
)

test.each([
  ['strict-transport-security', null, 'strict-transport-security is missing'],
  ['strict-transport-security', 'max-age=0', 'strict-transport-security is changed'],
  ['cross-origin-embedder-policy', 'unsafe-none', 'cross-origin-embedder-policy is changed'],
  ['permissions-policy', null, 'permissions-policy is missing'],
  ['cache-control', 'public, max-age=600', 'cache-control is changed'],
  ['x-frame-options', 'SAMEORIGIN', 'x-frame-options is added'],
])('%s: %s', (name, value, complaint) => {
  const served = expected()
  if (value === null) served.delete(name)
  else served.set(name, value)
  expect(compareHeaders(expected(), served)).toEqual([complaint])
})

test('a changed policy is told by the name of its directives', () => {
  const served = expected()
  const policy = served.get('content-security-policy') ?? ''
  served.set(
    'content-security-policy',
    policy
      .replace(/frame-ancestors [^;]*/, 'frame-ancestors *')
      .replace("default-src 'none'", 'default-src *'),
  )
  expect(compareHeaders(expected(), served)).toEqual([
    'content-security-policy (default-src, frame-ancestors) is changed',
  ])
  // A proxy that adds a policy of its own: browsers enforce both.
  served.set('content-security-policy', `${policy}, frame-ancestors 'self'`)
  expect(compareHeaders(expected(), served)).toHaveLength(1)
})

test('the account page may be embedded by nobody, and says so twice', () => {
  const served = expected('account')
  served.delete('x-frame-options')
  expect(compareHeaders(expected('account'), served)).toEqual(['x-frame-options is missing'])
})
