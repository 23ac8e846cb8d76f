import { createStore } from 'zustand/vanilla'
import type { Connector } from '../interfaces/Connector.ts'

/** The ways to connect that this page has; wallets found on the page join later. */
export const createConnectorsSlice = (connectors: readonly Connector[]) =>
  createStore<{ connectors: readonly Connector[] }>(() => ({ connectors }))
export type ConnectorsSlice = ReturnType<typeof createConnectorsSlice>

export const findConnector = (slice: ConnectorsSlice, id: string | undefined): Connector | undefined =>
  slice.getState().connectors.find((connector) => connector.id === id)
