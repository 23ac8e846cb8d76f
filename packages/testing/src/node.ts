export { type BitcoinOptions, type BitcoinServer, startBitcoin } from './bitcoin/startBitcoin.ts'
export { buildArtifacts, type ContractArtifact } from './contracts/buildArtifacts.ts'
export { type DrivenDocument, type DrivenPage, type DrivenSelector, nextDrawn } from './driven/DrivenPage.ts'
export { type FarcasterPerson, farcasterPerson } from './farcaster/farcasterPerson.ts'
export { type FarcasterChanges, type FarcasterWallet, farcasterWallet } from './farcaster/farcasterWallet.ts'
export { idRegistryAddress, keyRegistryAddress } from './farcaster/registrySources.ts'
export { type FarcasterChain, startFarcasterChain } from './farcaster/startFarcasterChain.ts'
export {
  type FarcasterRelay,
  type FarcasterRelayOptions,
  startFarcasterRelay,
} from './farcaster/startFarcasterRelay.ts'
export { findFirefox } from './firefox/findFirefox.ts'
export { type Firefox, type FirefoxOptions, startFirefox } from './firefox/startFirefox.ts'
export { type AppleClient, signAppleClientSecret } from './identity/appleClientSecret.ts'
export { type AuthorizationAnswer, signInAs } from './identity/signInAs.ts'
export { type SocialProvider, socialProviders } from './identity/socialNetworks.ts'
export {
  type IdentityProvider,
  type IdentityProviderOptions,
  type SocialProviderSettings,
  startIdentityProvider,
} from './identity/startIdentityProvider.ts'
export { type TestPerson, type TestPersonId, testPeople } from './identity/testPeople.ts'
export { anvilBinary } from './node/anvilBinary.ts'
export {
  type BrowserLaunchOptions,
  browserLaunchOptions,
  type FrameStorage,
} from './node/browserLaunchOptions.ts'
export { findChromium } from './node/findChromium.ts'
export { freePort } from './node/freePort.ts'
export { type HttpReply, type HttpRequestOptions, httpRequest } from './node/httpRequest.ts'
export {
  bundleMockInjectedWallet,
  type MockWalletRemote,
  mockInjectedWalletScript,
  mockWalletOn,
  type PageLike,
} from './node/injectedWalletScript.ts'
export { type JsonRpc, jsonRpc } from './node/jsonRpc.ts'
export type { MailMessage } from './node/mailStore.ts'
export { type PollOptions, poll } from './node/poll.ts'
export { portIsTaken } from './node/portIsTaken.ts'
export { receiptOf, type SentTransaction, sendTransaction } from './node/sendTransaction.ts'
export { mockSolanaWalletScript } from './node/solanaWalletScript.ts'
export {
  type RunningService,
  type ServiceExit,
  type ServiceOptions,
  spawnService,
} from './node/spawnService.ts'
export { type Anvil, type AnvilOptions, startAnvil } from './node/startAnvil.ts'
export { type Mail, type MailOptions, startMail } from './node/startMail.ts'
export { type Postgres, type PostgresOptions, startPostgres } from './node/startPostgres.ts'
export { type RelayServer, type RelayServerOptions, startRelay } from './node/startRelay.ts'
export { unprivilegedUser } from './node/unprivilegedUser.ts'
export { type WaitForHttpOptions, waitForHttp } from './node/waitForHttp.ts'
export type { LocalMint, SolanaFaucet } from './solana/createSolanaFaucet.ts'
export { LOCAL_SOLANA_ID } from './solana/localSolana.ts'
export { type SolanaOptions, type SolanaServer, startSolana } from './solana/startSolana.ts'
export {
  type PairingOutcome,
  startWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
  type WalletSessionInfo,
  type WalletSwitches,
} from './walletconnect/startWalletConnectWallet.ts'
export type { WalletEvent } from './walletconnect/WalletProcess.ts'
export { findWebkit, startWebkit, type Webkit, type WebkitOptions } from './webkit/startWebkit.ts'
