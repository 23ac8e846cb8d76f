import { createServer, type Handlers, portMessenger, type Server } from '@latchkey/bridge'
import { BaseError } from '@latchkey/errors'
import { type FrameContract, frameContract, type UserSession } from '@latchkey/protocol/frame'
import type { OpenFrame } from '../FrameConnection.ts'

export const FRAME_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export const frameUser: UserSession = {
  email: null,
  emailHint: 'm•••@example.com',
  address: FRAME_ADDRESS,
  chainId: 'eip155:1',
  accounts: [{ namespace: 'eip155', address: FRAME_ADDRESS, type: 'eoa' }],
  userName: null,
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
}

export type FakeFrame = {
  open: OpenFrame
  /** How many documents were opened. */
  opened: number
  calls: { name: string; params: unknown }[]
  /** The frame's side of the newest document. */
  server: Server<FrameContract> | undefined
  destroy(): void
}

/** A frame in this process: the real contract, the real bridge, over a MessageChannel. */
export function createFakeFrame(overrides: Partial<Handlers<FrameContract>> = {}): FakeFrame {
  const refuse = () => {
    throw new BaseError(2001, 'This wallet does not offer that yet.')
  }
  const defaults: Partial<Handlers<FrameContract>> = {
    connectEmail: () => ({ action: 'VERIFY_OTP', emailHint: 'm•••@example.com' }),
    promptOtp: () => ({}),
    getUser: () => frameUser,
    isConnected: () => ({ isConnected: true }),
    signOut: () => ({}),
    switchNetwork: ({ chainId }) => ({ chainId }),
    setPreferredAccount: ({ type }) => ({ type, address: FRAME_ADDRESS }),
    rpcRequest: ({ method }) => (method === 'eth_blockNumber' ? '0x10' : refuse()),
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [] }),
    syncTheme: () => ({}),
    syncDappData: () => ({}),
  }
  const merged: Record<string, unknown> = { ...defaults, ...overrides }
  const handlers = Object.fromEntries(
    Object.keys(frameContract.methods).map((name) => [
      name,
      (params: unknown, callContext: unknown) => {
        frame.calls.push({ name, params })
        const handler = (merged[name] ?? refuse) as (params: unknown, context: unknown) => unknown
        return handler(params, callContext)
      },
    ]),
  ) as unknown as Handlers<FrameContract>
  const frame: FakeFrame = {
    opened: 0,
    calls: [],
    server: undefined,
    async open(_context, { signal, onCreated }) {
      signal.throwIfAborted()
      frame.opened += 1
      onCreated()
      const { port1, port2 } = new MessageChannel()
      frame.server = createServer(frameContract, portMessenger(port2), handlers, {
        origin: 'https://app.example',
        onError: () => undefined,
      })
      const { server } = frame
      return { messenger: portMessenger(port1), name: 'lk-frame', remove: () => server.destroy() }
    },
    destroy: () => frame.server?.destroy(),
  }
  return frame
}
