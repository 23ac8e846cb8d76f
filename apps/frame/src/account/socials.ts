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

/** The networks that the operator has set up and that work by a page of theirs. */
export const offeredSocials = (config: FrameDocumentConfig): readonly SocialProvider[] =>
  (config.socials ?? []).filter(isOauth)
