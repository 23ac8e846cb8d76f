export { type BitcoinOptions, type BitcoinServer, startBitcoin } from '../bitcoin/startBitcoin.ts'
export { buildArtifacts, type ContractArtifact } from '../contracts/buildArtifacts.ts'
export type { DrivenDocument, DrivenPage, DrivenSelector } from '../driven/DrivenPage.ts'
export { type FarcasterPerson, farcasterPerson } from '../farcaster/farcasterPerson.ts'
export { type FarcasterChanges, type FarcasterWallet, farcasterWallet } from '../farcaster/farcasterWallet.ts'
export { idRegistryAddress, keyRegistryAddress } from '../farcaster/registrySources.ts'
export { type FarcasterChain, startFarcasterChain } from '../farcaster/startFarcasterChain.ts'
export {
  type FarcasterRelay,
  type FarcasterRelayOptions,
  startFarcasterRelay,
} from '../farcaster/startFarcasterRelay.ts'
export { findFirefox } from '../firefox/findFirefox.ts'
export { type Firefox, type FirefoxOptions, startFirefox } from '../firefox/startFirefox.ts'
export { type AppleClient, signAppleClientSecret } from '../identity/appleClientSecret.ts'
export { type AuthorizationAnswer, signInAs } from '../identity/signInAs.ts'
export { type SocialProvider, socialProviders } from '../identity/socialNetworks.ts'
export {
  type IdentityProvider,
  type IdentityProviderOptions,
  type SocialProviderSettings,
  startIdentityProvider,
} from '../identity/startIdentityProvider.ts'
export { type TestPerson, type TestPersonId, testPeople } from '../identity/testPeople.ts'
export type { LocalMint, SolanaFaucet } from '../solana/createSolanaFaucet.ts'
export { LOCAL_SOLANA_ID } from '../solana/localSolana.ts'
export { type SolanaOptions, type SolanaServer, startSolana } from '../solana/startSolana.ts'
export {
  type PairingOutcome,
  startWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
  type WalletSessionInfo,
  type WalletSwitches,
} from '../walletconnect/startWalletConnectWallet.ts'
export type { WalletEvent } from '../walletconnect/WalletProcess.ts'
export { findWebkit, startWebkit, type Webkit, type WebkitOptions } from '../webkit/startWebkit.ts'
export { anvilBinary } from './anvilBinary.ts'
export { type BrowserLaunchOptions, browserLaunchOptions, type FrameStorage } from './browserLaunchOptions.ts'
export { findChromium } from './findChromium.ts'
export { freePort } from './freePort.ts'
export { type HttpReply, type HttpRequestOptions, httpRequest } from './httpRequest.ts'
export {
  bundleMockInjectedWallet,
  type MockWalletRemote,
  mockInjectedWalletScript,
  mockWalletOn,
  type PageLike,
} from './injectedWalletScript.ts'
export { type JsonRpc, jsonRpc } from './jsonRpc.ts'
export type { MailMessage } from './mailStore.ts'
export { type PollOptions, poll } from './poll.ts'
export { portIsTaken } from './portIsTaken.ts'
export { receiptOf, type SentTransaction, sendTransaction } from './sendTransaction.ts'
export { mockSolanaWalletScript } from './solanaWalletScript.ts'
export { type RunningService, type ServiceExit, type ServiceOptions, spawnService } from './spawnService.ts'
export { type Anvil, type AnvilOptions, startAnvil } from './startAnvil.ts'
export { type Mail, type MailOptions, startMail } from './startMail.ts'
export { type Postgres, type PostgresOptions, startPostgres } from './startPostgres.ts'
export { type RelayServer, type RelayServerOptions, startRelay } from './startRelay.ts'
export { unprivilegedUser } from './unprivilegedUser.ts'
export { type WaitForHttpOptions, waitForHttp } from './waitForHttp.ts'
