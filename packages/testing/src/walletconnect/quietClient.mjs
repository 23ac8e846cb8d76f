import { createRequire } from 'node:module'

/**
 * Makes an unmodified WalletConnect sign client that contacts its relay and nothing else: the verify server and the
 * telemetry, whose addresses are built in, are turned off from outside.
 *
 * @param {{ module: string, relayUrl: string, projectId: string, metadata: object }} options
 * @returns {Promise<{ client: object, utils: object, version: string }>}
 */
export async function createQuietClient({ module, relayUrl, projectId, metadata }) {
  const here = createRequire(import.meta.url)
  const path = here.resolve(module)
  // Core and utils of that very version, wherever they are installed.
  const beside = createRequire(path)
  const { SignClient } = here(module)
  const { Core } = beside('@walletconnect/core')
  const core = new Core({
    relayUrl,
    projectId,
    logger: 'silent',
    telemetryEnabled: false,
    storageOptions: { database: ':memory:' },
    customStoragePrefix: `wallet-${process.pid}`,
  })
  const nothing = async () => undefined
  if (core.eventClient) core.eventClient.init = nothing
  Object.assign(core.verify, { init: nothing, register: nothing, resolve: nothing })
  const client = await SignClient.init({ core, metadata, logger: 'silent' })
  return { client, utils: beside('@walletconnect/utils'), version: here(`${module}/package.json`).version }
}
