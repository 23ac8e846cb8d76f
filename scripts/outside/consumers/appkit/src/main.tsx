import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { Signer } from './Signer.tsx'
import { config } from './wagmi.ts'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <appkit-button />
        <Signer />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
