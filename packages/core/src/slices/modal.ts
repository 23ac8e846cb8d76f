import { createStore } from 'zustand/vanilla'
import type { ChainNamespace } from '../interfaces/Network.ts'

export type ModalState = {
  open: boolean
  /** A wallet is being connected. */
  loading: boolean
  /** The namespaces that one is being connected for. */
  loadingByNamespace: Readonly<Partial<Record<ChainNamespace, boolean>>>
  shake: boolean
  /** WalletConnect pairing uri of the current attempt; cleared on close. */
  pairingUri: string | undefined
  /** When it stops working, ms since the epoch. */
  pairingExpiresAt: number | undefined
}

export const createModalSlice = () =>
  createStore<ModalState>(() => ({
    open: false,
    loading: false,
    loadingByNamespace: {},
    shake: false,
    pairingUri: undefined,
    pairingExpiresAt: undefined,
  }))
export type ModalSlice = ReturnType<typeof createModalSlice>
