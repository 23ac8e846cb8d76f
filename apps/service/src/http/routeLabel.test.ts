import { expect, test } from 'vitest'
import { routeLabel } from './routeLabel.ts'

test.each([
  ['/auth/v1/email/start', '/auth/v1/email'],
  ['/keys/v1/keysets/AAAA/release', '/keys/v1/keysets'],
  ['/getWallets', '/getWallets'],
  ['/getWalletImage/io-metamask-v1', '/getWalletImage/:id'],
  ['/public/getAssetImage/base-v1', '/public/getAssetImage/:id'],
])('%s counts as %s', (path, label) => {
  expect(routeLabel(path)).toBe(label)
})
