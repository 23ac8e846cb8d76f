import type { OauthProvider } from '@latchkey/protocol/socials'
import { apple } from './providers/apple.ts'
import { discord } from './providers/discord.ts'
import { facebook } from './providers/facebook.ts'
import { github } from './providers/github.ts'
import { google } from './providers/google.ts'
import type { SocialNetwork } from './providers/SocialNetwork.ts'
import { x } from './providers/x.ts'

/** Every network whose sign-in goes through a page of its own. */
export const socialNetworks: Readonly<Record<OauthProvider, SocialNetwork>> = {
  google,
  github,
  apple,
  facebook,
  x,
  discord,
}
