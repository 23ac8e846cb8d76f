import type { WalletListing } from '@latchkey/core'

/** Where a wallet can be asked. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export type Device = {
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
