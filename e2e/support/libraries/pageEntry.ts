import type { Abi } from 'viem'
import { ethersLibrary } from './ethersLibrary.ts'
import type { Library, MakeLibrary, PageProvider } from './Library.ts'
import { viemLibrary } from './viemLibrary.ts'
import { web3Library } from './web3Library.ts'

const makers: Record<string, MakeLibrary> = { ethers: ethersLibrary, viem: viemLibrary, web3: web3Library }

declare global {
  interface Window {
    /** Puts the libraries over the provider that the page announces (EIP-6963). */
    useLibraries(abi: Abi): Promise<void>
    libraries: Record<string, Library>
    announced: PageProvider
  }
}

window.useLibraries = async (abi) => {
  window.announced = await new Promise<PageProvider>((resolve) => {
    addEventListener('eip6963:announceProvider', ((event: CustomEvent) => {
      if (event.detail.info.rdns === 'dev.latchkey') resolve(event.detail.provider)
    }) as EventListener)
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  window.libraries = Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [name, make(window.announced, abi)]),
  )
}
