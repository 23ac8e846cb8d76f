import {
  type ChainInfo,
  type FrameDocumentConfig,
  frameDocumentConfig,
  type KeysDocumentConfig,
  keysDocumentConfig,
} from '@latchkey/protocol'
import { type Chain, takesL1Fee } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Network } from '../config/networks.ts'
import type { Project } from '../config/projects.ts'
import { isSponsored, offeredSocials, passkeysWork, type ServiceConfig } from '../config/ServiceConfig.ts'

function smartAccountsOf({ bundlerUrls, paymaster, permissionManager }: Chain, isSponsored: boolean) {
  if (!bundlerUrls) return {}
  return {
    smartAccounts: {
      entryPoint: '0.7' as const,
      ...(paymaster && isSponsored ? { sponsor: paymaster.sponsor } : {}),
      ...(permissionManager ? { permissionManager } : {}),
    },
  }
}

/**
 * What a browser may know of a chain.
 *
 * @param isSponsored the operator pays for operations of the project's people on this network
 */
export function publicChain(chain: Chain, isSponsored = false): ChainInfo {
  const { id, name, nativeCurrency, testnet, explorerUrl } = chain
  return {
    id,
    caip2: caip2Of(chain),
    name,
    nativeCurrency,
    testnet,
    ...(explorerUrl ? { explorerUrl } : {}),
    ...smartAccountsOf(chain, isSponsored),
    ...(takesL1Fee(chain) ? { l1Fee: 'opStack' as const } : {}),
  }
}

/** What a browser may know of a network of another namespace: it has no number. */
const publicNetwork = ({ caip2, name, nativeCurrency, testnet, explorerUrl }: Network): ChainInfo => ({
  id: 0,
  caip2,
  name,
  nativeCurrency,
  testnet,
  ...(explorerUrl ? { explorerUrl } : {}),
})

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
  return frameDocumentConfig({
    ...shared(config, project),
    projectName: project.name,
    walletName: config.walletName,
    headlessOtp: project.headlessOtp,
    hashMessages: project.hashMessages,
    chains: [
      ...config.chains.map((chain) => publicChain(chain, isSponsored(config, project, chain))),
      ...(config.networks ?? []).map(publicNetwork),
    ],
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
  return keysDocumentConfig({
    ...shared(config, project),
    hashMessages,
    channelKey,
    place: 'embedded',
  })
}

/** What the key app in the account page is told: the one page that embeds it is the wallet's own. */
export function panelConfigOf(
  config: ServiceConfig,
  project: Project,
  channelKey: string,
): KeysDocumentConfig {
  return keysDocumentConfig({
    ...shared(config, project),
    allowedOrigins: [{ pattern: config.walletOrigin, publicSuffix: '' }],
    channelKey,
    place: 'own',
  })
}
