import type { OauthProvider } from '@latchkey/protocol/http'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import type { SocialNetwork } from './SocialNetwork.ts'
import { x } from './x.ts'

/** Every network whose sign-in goes through a page of its own. */
export const socialNetworks: Readonly<Record<OauthProvider, SocialNetwork>> = {
  google,
  github,
  apple,
  facebook,
  x,
  discord,
}
