import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { SocialProvider } from '@latchkey/protocol/frame'

/** Names as the networks write them. */
export const socialNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}

const isOauth = (name: string): name is SocialProvider => Object.hasOwn(socialNames, name)

export const FARCASTER = 'Farcaster'

/** Farcaster works by an app that reads a code, not by a page of its own. */
export const offersFarcaster = (config: FrameDocumentConfig): boolean =>
  config.socials?.includes('farcaster') ?? false

/** The networks that the operator has set up and that work by a page of theirs. */
export const offeredSocials = (config: FrameDocumentConfig): readonly SocialProvider[] =>
  (config.socials ?? []).filter(isOauth)
