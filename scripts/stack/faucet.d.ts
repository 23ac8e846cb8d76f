/** Gives a new account of the local chain something to spend. Answers what the account has then. */
export declare function createFaucet(chainUrl: string): (body: unknown) => Promise<{
  balance: string
}>
//# sourceMappingURL=faucet.d.ts.map
