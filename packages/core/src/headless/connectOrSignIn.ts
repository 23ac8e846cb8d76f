import { loading } from '@latchkey/errors'
import { findConnector } from '../account/accounts.ts'
import { type ConnectParameters, connect } from '../connection/connect.ts'
import type { Config } from '../interfaces/Config.ts'

/** Connects; where page and wallet can, connecting and signing in is one approval. */
export async function connectOrSignIn(config: Config, parameters: ConnectParameters): Promise<void> {
  const isOneClick = findConnector(config.connectors, parameters.connectorId)?.authenticate !== undefined
  if (!config.siwx || !isOneClick) return connect(config, parameters)
  const { connectWithSiwx } = await loading(import('../siwx/connectWithSiwx.ts'))
  return connectWithSiwx(config, parameters)
}
