import {
  type FrameDocumentConfig,
  frameDocumentConfig,
  type KeysDocumentConfig,
  keysDocumentConfig,
} from '@latchkey/protocol'
import { publicChain } from '../config/chains.ts'
import type { Project } from '../config/projects.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'

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
    chains: config.chains.map(publicChain),
  })
}

/** What the keys document of a project is told. */
export function keysConfigOf(
  config: ServiceConfig,
  project: Project,
  channelKey: string,
): KeysDocumentConfig {
  return keysDocumentConfig.parse({ ...shared(config, project), channelKey })
}
