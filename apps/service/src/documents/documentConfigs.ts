import {
  type FrameDocumentConfig,
  frameDocumentConfig,
  type KeysDocumentConfig,
  keysDocumentConfig,
} from '@latchkey/protocol'
import { publicChain } from '../config/chains.ts'
import { isSponsored } from '../config/isSponsored.ts'
import type { Project } from '../config/projects.ts'
import { passkeysWork } from '../config/relyingParty.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { offeredSocials } from './offeredSocials.ts'

const shared = (config: ServiceConfig, project: Project) => ({
  v: 1 as const,
  projectId: project.id,
  apiOrigin: config.apiOrigin,
  walletOrigin: config.walletOrigin,
  keysOrigin: config.keysOrigin,
  allowedOrigins: project.allowedOrigins,
})

/** What the frame document of a project is told. */
export function frameConfigOf(config: ServiceConfig, project: Project): FrameDocumentConfig {
  return frameDocumentConfig.parse({
    ...shared(config, project),
    projectName: project.name,
    walletName: config.walletName,
    headlessOtp: project.headlessOtp,
    hashMessages: project.hashMessages,
    chains: config.chains.map((chain) => publicChain(chain, isSponsored(config, project, chain))),
    socials: offeredSocials(config, project),
    passkeys: passkeysWork(config),
    paymasters: project.paymasters,
  })
}

/** What the account page is told: the same. */
export const accountConfigOf = frameConfigOf

/** What the keys document of a project is told. */
export function keysConfigOf(
  config: ServiceConfig,
  project: Project,
  channelKey: string,
): KeysDocumentConfig {
  const { hashMessages } = project
  return keysDocumentConfig.parse({ ...shared(config, project), hashMessages, channelKey, place: 'embedded' })
}

/** What the key app in the account page is told: the one page that embeds it is the wallet's own. */
export function panelConfigOf(
  config: ServiceConfig,
  project: Project,
  channelKey: string,
): KeysDocumentConfig {
  return keysDocumentConfig.parse({
    ...shared(config, project),
    allowedOrigins: [{ pattern: config.walletOrigin, publicSuffix: '' }],
    channelKey,
    place: 'own',
  })
}
