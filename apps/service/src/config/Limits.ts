const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every number that bounds what a caller may do. Durations in milliseconds. */
export type Limits = {
  codeLifetime: number
  codeTries: number
  resendAfter: number
  codesPerQuarterHour: number
  codesPerDay: number
  /** Codes to one place and from one project without proof of work; null: as the project says. */
  codesPerAddressHour: number | null
  codesPerProjectMinute: number | null
  /** How many times as many are sent to those who have worked. */
  workedFactor: number
  /** Zero bits that the hash of a proof of work begins with, and how long a task stands. */
  workBits: number
  workLifetime: number
  /** What a known device waits where others work. */
  brakePause: number
  failuresPerHour: number
  failuresPerDay: number
  /** In 30 days. */
  failuresPerMonth: number
  /** Wrong digits of strangers from one place, at all mailboxes together. */
  guessesPerPlaceHour: number
  consecutiveFailures: number
  /** How long an account that reached `consecutiveFailures` takes no code, counted from the last failure. */
  failureLock: number
  /** No answer to "send a code" leaves earlier than this. */
  startFloor: number
  /** How long "send a code" waits for the mail server. */
  mailWait: number
  /** How long a new device may wait for an answer from the mailbox. */
  deviceLifetime: number
  /** Most devices of one address that wait at once. */
  devicesPending: number
  /** How long a refused device gets no code. */
  deviceRefusal: number
  /** How long one call waits for the answer, and how often the database is asked meanwhile. */
  deviceWait: number
  deviceInterval: number
  deviceChecksPerMinute: number
  /** How long both codes of an e-mail change may take together. */
  emailChangeLifetime: number
  /** How long export and changes of recovery rest after a change of how one signs in. */
  factorHold: number
  accessLifetime: number
  sessionIdle: number
  sessionAbsolute: number
  freshLogin: number
  /** How long a question to a passkey stands. */
  passkeyLifetime: number
  /** How long a device waits for another window to bring it in. */
  joinLifetime: number
  joinStartsPerMinute: number
  joinChecksPerMinute: number
  /** How long one call waits for the other window, and how often it looks meanwhile. */
  joinWait: number
  joinInterval: number
  proofSkew: number
  nonceLifetime: number
  releasesPerMinute: number
  recoveriesPerHour: number
  /** How long the database may take to answer before the service counts as ill. */
  healthWait: number
  apiCallsPerMinute: number
  /** Calls of one place that are refused for who asks or what is asked for; those it may make are not fewer for it. */
  refusedCallsPerMinute: number
  rpcCallsPerMinute: number
  /** How long one try at a node or a bundler may take, and all tries for one request together. */
  rpcTry: number
  rpcTotal: number
  /** Requests under way to one node or bundler, and those that wait for their turn; all others are refused at once. */
  rpcAtOnce: number
  rpcWaiting: number
  /** How long a request waits for its turn. */
  rpcPatience: number
  /** Sockets for subscriptions to networks: of one place, of one project's own pages, of all its guests, and of a process. */
  subscriptionSocketsPerAddress: number
  subscriptionSocketsPerProject: number
  subscriptionSocketsOfGuests: number
  subscriptionSockets: number
  subscriptionsPerSocket: number
  /** Subscriptions to one network: of one place, of a project's own pages, and of all its guests. */
  subscriptionsPerAddress: number
  subscriptionsPerProject: number
  subscriptionsOfGuests: number
  /** Bytes that may wait to be sent to one of them. */
  subscriptionBuffer: number
  /** How often it is pinged, and how long it may stay open without a subscription. */
  subscriptionPing: number
  subscriptionIdle: number
  /** How often a network whose nodes tell of nothing is looked at. */
  subscriptionPoll: number
  /** Questions about balances, prices and names, and those that no kept answer is good enough for. */
  dataCallsPerMinute: number
  forcedReadsPerMinute: number
  /** How long one try for them may take, and all that is read for one network together. */
  dataTry: number
  dataTotal: number
  /** How long a provider for buying may take to answer, and how long what it sells is kept. */
  onrampTry: number
  onrampOptionsKept: number
  /** How long balances and prices are kept, and names. */
  balancesKept: number
  namesKept: number
  /** How long the price of gas is kept. */
  gasPriceKept: number
  /** Names that one place may ask for. */
  namesPerDay: number
  /** What pages of origins that are not on a project's list may read: from one place, and all of them together. */
  guestCallsPerMinute: number
  guestCallsPerProjectMinute: number
  /** What a project's own pages may read from networks, unless the project says otherwise. */
  readsPerProjectMinute: number
  /** Connections to the relay of all such pages of a project. */
  guestConnectionsPerProjectMinute: number
  /** Questions to paymasters, from one place and for one account. */
  paymasterCallsPerMinute: number
  paymasterCallsPerAccountMinute: number
  /** Signatures of sign-ins with a wallet, from one place: each may cost calls to a node. */
  siwxSignaturesPerMinute: number
  /** How long a sign-in with a wallet lasts at most. */
  siwxSession: number
  /** How long a social login may take from its start to its end. */
  socialLifetime: number
  /** How long the other side of a social login may take for all its answers together. */
  socialTimeout: number
  socialStartsPerMinute: number
  /** How long one call waits for somebody's Farcaster app, and how often the relay is asked meanwhile. */
  farcasterWait: number
  farcasterInterval: number
  /** How long an answer that the relay has told may be on its way to another call. */
  farcasterGrace: number
  eventsPerAddressMinute: number
  eventsPerProjectMinute: number
  /** Bounds what a project's events take up until they are deleted. */
  eventsPerProjectDay: number
  imageCallsPerMinute: number
}

export const DEFAULT_LIMITS: Limits = {
  codeLifetime: 5 * MINUTE,
  codeTries: 3,
  resendAfter: 30 * SECOND,
  codesPerQuarterHour: 5,
  codesPerDay: 10,
  codesPerAddressHour: null,
  codesPerProjectMinute: null,
  workedFactor: 10,
  workBits: 16,
  workLifetime: 2 * MINUTE,
  brakePause: 2 * SECOND,
  failuresPerHour: 10,
  failuresPerDay: 20,
  failuresPerMonth: 45,
  guessesPerPlaceHour: 60,
  consecutiveFailures: 100,
  failureLock: DAY,
  startFloor: 400,
  mailWait: 4 * SECOND,
  deviceLifetime: 10 * MINUTE,
  devicesPending: 3,
  deviceRefusal: DAY,
  deviceWait: 20 * SECOND,
  deviceInterval: SECOND,
  deviceChecksPerMinute: 30,
  emailChangeLifetime: 15 * MINUTE,
  factorHold: DAY,
  accessLifetime: 10 * MINUTE,
  sessionIdle: 14 * DAY,
  sessionAbsolute: 90 * DAY,
  freshLogin: 5 * MINUTE,
  passkeyLifetime: 5 * MINUTE,
  joinLifetime: 10 * MINUTE,
  joinStartsPerMinute: 30,
  joinChecksPerMinute: 60,
  joinWait: 20 * SECOND,
  joinInterval: SECOND,
  proofSkew: MINUTE,
  nonceLifetime: 5 * MINUTE,
  releasesPerMinute: 30,
  recoveriesPerHour: 10,
  healthWait: 2 * SECOND,
  apiCallsPerMinute: 1_200,
  refusedCallsPerMinute: 1_200,
  rpcCallsPerMinute: 3_000,
  rpcTry: 10 * SECOND,
  rpcTotal: 45 * SECOND,
  rpcAtOnce: 64,
  rpcWaiting: 512,
  rpcPatience: 3 * SECOND,
  subscriptionSocketsPerAddress: 200,
  subscriptionSocketsPerProject: 4_000,
  subscriptionSocketsOfGuests: 400,
  subscriptionSockets: 10_000,
  subscriptionsPerSocket: 20,
  subscriptionsPerAddress: 100,
  subscriptionsPerProject: 800,
  subscriptionsOfGuests: 200,
  subscriptionBuffer: 1_048_576,
  subscriptionPing: 25 * SECOND,
  subscriptionIdle: MINUTE,
  subscriptionPoll: 4 * SECOND,
  dataCallsPerMinute: 600,
  forcedReadsPerMinute: 30,
  dataTry: 4 * SECOND,
  dataTotal: 9 * SECOND,
  onrampTry: 8 * SECOND,
  onrampOptionsKept: 10 * MINUTE,
  balancesKept: 30 * SECOND,
  namesKept: 5 * MINUTE,
  gasPriceKept: 5 * SECOND,
  namesPerDay: 100,
  guestCallsPerMinute: 300,
  guestCallsPerProjectMinute: 6_000,
  readsPerProjectMinute: 120_000,
  guestConnectionsPerProjectMinute: 300,
  paymasterCallsPerMinute: 240,
  paymasterCallsPerAccountMinute: 60,
  siwxSignaturesPerMinute: 60,
  siwxSession: 7 * DAY,
  socialLifetime: 10 * MINUTE,
  socialTimeout: 10 * SECOND,
  socialStartsPerMinute: 60,
  farcasterWait: 20 * SECOND,
  farcasterInterval: SECOND,
  farcasterGrace: 5 * SECOND,
  eventsPerAddressMinute: 60,
  eventsPerProjectMinute: 6_000,
  eventsPerProjectDay: 1_000_000,
  imageCallsPerMinute: 6_000,
}
