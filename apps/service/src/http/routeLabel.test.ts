import { expect, test } from 'vitest'
import { routeLabel } from './routeLabel.ts'

test.each([
  ['/auth/v1/email/start', '/auth/v1/email'],
  ['/keys/v1/keysets/AAAA/release', '/keys/v1/keysets'],
  ['/getWallets', '/getWallets'],
  ['/v1/sessions/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/revoke', '/v1/sessions'],
  ['/getWalletImage/io-metamask-v1', '/getWalletImage/:id'],
  ['/v1/%73essions/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'unknown'],
  ['/auth/v1/n%6Fnce', 'unknown'],
  ['/public/getAssetImage/base-v1', '/public/getAssetImage/:id'],
])('%s counts as %s', (path, label) => {
  expect(routeLabel(path)).toBe(label)
})
