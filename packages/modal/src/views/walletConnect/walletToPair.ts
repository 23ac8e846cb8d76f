import type { CustomWallet, WalletListing } from '@latchkey/core'
import { textParam } from '../../router/viewParams.ts'

/** Where a wallet can be asked. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

type Device = {
  isMobile: boolean
  /** The wallet is an extension of this browser. */
  isInstalled: boolean
}

/** The places where a wallet can be asked from this device, the best first; the code alone when no wallet was chosen. */
export function platformsOf(listing: WalletListing | undefined, device: Device): Platform[] {
  if (!listing) return ['qrcode']
  const { mobile_link, link_mode, webapp_link, desktop_link } = listing
  const platforms: Platform[] = [
    ...(device.isInstalled ? ['browser' as const] : []),
    ...(mobile_link || link_mode ? [device.isMobile ? ('mobile' as const) : ('qrcode' as const)] : []),
    ...(webapp_link ? ['web' as const] : []),
    ...(desktop_link && !device.isMobile ? ['desktop' as const] : []),
  ]
  return platforms.length > 0 ? platforms : ['unsupported']
}

const TEXTS = [
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'rdns',
  'homepage',
  'image_url',
] as const
const LONGEST_NAME = 64

/** The `wallet` that a page passed. What links may be followed is decided where they are used. */
export function walletParam(value: unknown): CustomWallet | undefined {
  const wallet: unknown =
    typeof value === 'object' && value !== null && 'wallet' in value ? value.wallet : undefined
  const id = textParam(wallet, 'id')
  const name = textParam(wallet, 'name')
  if (!id || !name) return undefined
  const texts = TEXTS.flatMap((key) => {
    const text = textParam(wallet, key)
    return text === undefined ? [] : [[key, text] as const]
  })
  return { id, name: name.slice(0, LONGEST_NAME), ...Object.fromEntries(texts) }
}
