/** An entry of the published package: its file in `dist`, and the source that it is built from, below `packages`. */
export type Entry = { name: string; source: string; isClient?: true }

export const ENTRIES: readonly Entry[] = [
  { name: 'index', source: 'sdk/src/index.ts' },
  // Hooks and context: a server component may render what it exports, and must not run it.
  { name: 'react', source: 'sdk/src/react.ts', isClient: true },
  { name: 'vue', source: 'vue/src/composables.ts' },
  { name: 'svelte', source: 'svelte/src/stores.ts' },
  { name: 'elements', source: 'sdk/src/elements.ts' },
  { name: 'bitcoin', source: 'sdk/src/bitcoin.ts' },
  { name: 'networks', source: 'sdk/src/networks.ts' },
  { name: 'solana', source: 'sdk/src/solana.ts' },
  { name: 'headless', source: 'core/src/headless.ts' },
  { name: 'wagmi', source: 'wagmi/src/latchkey.ts' },
  { name: 'siwx', source: 'siwx/src/index.ts' },
  { name: 'verify', source: 'siwx/src/verify.ts' },
  { name: 'authjs', source: 'siwx/src/authjs.ts' },
  { name: 'devtools', source: 'sdk/src/devtools.ts' },
  { name: 'testing', source: 'testing/src/page.ts' },
]

/** A chunk that is loaded later, and the sources that bring it. */
export type LaterChunk = { chunk: string; roots: readonly string[] }

/**
 * What is loaded later, as chunks of which each holds all that its roots need and no chunk above it has. The first chunk
 * is all that the modal's first screen needs, so that a click loads one file.
 */
export const LATER: readonly LaterChunk[] = [
  {
    chunk: 'open',
    roots: [
      'modal/src/mountModal.tsx',
      'modal/src/views/social/SocialViews.tsx',
      'sdk/src/startSession.ts',
      'core/src/session.ts',
      'core/src/account/signAndSend.ts',
    ],
  },
  // What a page asks its service, and reads of the answers: the first screen is drawn from what is known, and this comes after it.
  {
    chunk: 'service',
    roots: ['core/src/remote.ts', 'core/src/directory/index.ts', 'core/src/headless/connectParts.ts'],
  },
  // What a page asks of a wallet, loaded with the first request.
  { chunk: 'requests', roots: ['sdk/src/sendRequest.ts'] },
  // For pages that sign their visitors in with the wallet.
  { chunk: 'sign-in-with-wallet', roots: ['core/src/siwx.ts'] },
  { chunk: 'embedded', roots: ['connectors/src/embedded/FrameSession.ts', 'core/src/identity.ts'] },
  {
    chunk: 'chain',
    roots: [
      'chain-evm/src/provider/walletCalls.ts',
      'chain-evm/src/host/readBalance.ts',
      'chain-evm/src/host/waitForTransaction.ts',
      'chain-evm/src/host/isChecksumAddress.ts',
    ],
  },
  // What keeps the log is loaded with its first entry, and by the devtools.
  { chunk: 'log', roots: ['std/src/log.ts'] },
  // WalletConnect's wallets and Solana's read through it.
  { chunk: 'read-rpc', roots: ['connectors/src/network/readRpc.ts'] },
  {
    chunk: 'walletconnect',
    roots: ['connectors/src/walletConnect/session.ts'],
  },
  // For pages that list a network of Solana.
  {
    chunk: 'solana-networks',
    roots: [
      'chain-solana/src/host/readBalances.ts',
      'chain-solana/src/host/transfers.ts',
      'chain-solana/src/host/waitForTransaction.ts',
    ],
  },
  { chunk: 'solana-wallets', roots: ['connectors/src/solana.ts'] },
  { chunk: 'bitcoin-wallets', roots: ['connectors/src/bitcoin.ts'] },
  // For back ends whose visitors sign in with an account of Bitcoin.
  { chunk: 'bitcoin-signatures', roots: ['chain-bitcoin/src/decode/verify.ts'] },
]
