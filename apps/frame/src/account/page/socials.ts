import type { FrameDocumentConfig } from '@latchkey/protocol'
import { isOauthProvider, type OauthProvider, socialProviderOf } from '@latchkey/protocol/socials'

/** Farcaster works by an app that reads a code, not by a page of its own. */
export const offersFarcaster = (config: FrameDocumentConfig): boolean =>
  config.socials?.includes('farcaster') ?? false

/** The networks that the operator has set up and that work by a page of theirs. */
export const offeredSocials = (config: FrameDocumentConfig): readonly OauthProvider[] =>
  (config.socials ?? []).flatMap((name) => socialProviderOf(name) ?? []).filter(isOauthProvider)
