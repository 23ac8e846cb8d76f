import type { WalletListing } from '@latchkey/core'
import { expect, it } from 'vitest'
import { platformsOf } from './AppPanels.tsx'

const all = { mobile_link: 'm', webapp_link: 'w', desktop_link: 'd' }
const none = {}

it.each<[string, Partial<WalletListing> | undefined, boolean, boolean, string[]]>([
  ['no wallet: the code', undefined, false, false, ['qrcode']],
  ['no wallet on a phone: the code too', undefined, true, false, ['qrcode']],
  ['everything on a computer', all, false, true, ['browser', 'qrcode', 'web', 'desktop']],
  ['not installed', all, false, false, ['qrcode', 'web', 'desktop']],
  ['everything on a phone', all, true, true, ['browser', 'mobile', 'web']],
  ['an app alone, on a computer', { mobile_link: 'm' }, false, false, ['qrcode']],
  ['an app alone, on a phone', { mobile_link: 'm' }, true, false, ['mobile']],
  ['a universal link alone, on a phone', { link_mode: 'u' }, true, false, ['mobile']],
  ['a program alone, on a computer', { desktop_link: 'd' }, false, false, ['desktop']],
  ['a program alone, on a phone', { desktop_link: 'd' }, true, false, ['unsupported']],
  ['a web page alone', { webapp_link: 'w' }, true, false, ['web']],
  ['an extension that is here', none, false, true, ['browser']],
  ['nothing that is here', none, false, false, ['unsupported']],
])('R2-15 %s', (_, listing, isMobile, isInstalled, platforms) => {
  const wallet = listing && { id: 'a', name: 'A', ...listing }
  expect(platformsOf(wallet, { isMobile, isInstalled })).toEqual(platforms)
})
