import { type ConnectFlow, createConnectFlow } from '@latchkey/core/headless'
import { useEffect, useMemo } from 'react'
import { useConfig, useSlice } from './LatchkeyProvider.tsx'

export type { ConnectFlow, ConnectState, ConnectStep, WalletOption } from '@latchkey/core/headless'

export type UseConnectFlowReturn = ReturnType<ConnectFlow['getState']> &
  Omit<ConnectFlow, 'getState' | 'getInitialState' | 'subscribe' | 'start' | 'stop'>

/**
 * The ways to connect and where connecting stands, for a page that draws them itself. Wallets are found, and the service
 * is asked, as long as the component is there.
 *
 * @example
 * const { wallets, step, connect } = useConnectFlow()
 */
export function useConnectFlow(): UseConnectFlowReturn {
  const config = useConfig()
  const flow = useMemo(() => createConnectFlow(config), [config])
  useEffect(() => {
    void flow.start()
    return flow.stop
  }, [flow])
  return { ...flow, ...useSlice(flow) }
}
